import { ApiError } from "../errors/api-error.ts";
import type { AccountPort } from "./port/account.ts";
import type { BalancePort } from "./port/balances.ts";
import type { CallbackPort } from "./port/callbacks.ts";
import type { CardPort } from "./port/cards.ts";
import type { CatalogPort } from "./port/catalog.ts";
import type { ChangePort } from "./port/changes.ts";
import type { CheckoutPort } from "./port/checkout.ts";
import type { CorrectionPort } from "./port/corrections.ts";
import type { CustomerPort } from "./port/customers.ts";
import type { InvoicePort } from "./port/invoices.ts";
import type { SubscriptionPort } from "./port/subscriptions.ts";
import type { TestClockPort } from "./port/test-clocks.ts";

export type { ProviderBalanceTransaction } from "./port/balances.ts";
export type { ProviderCard, ProviderCardDetails } from "./port/cards.ts";
export type { NewProviderPrice, PriceItem, ProviderPrice } from "./port/catalog.ts";
export type {
  ProviderChange,
  ProviderPreview,
  ProviderPreviewLine,
  ProviderSchedule,
} from "./port/changes.ts";
export type { CheckoutItem } from "./port/checkout.ts";
export type {
  CreditedLine,
  NewCreditNote,
  ProviderCorrection,
  ProviderCorrections,
  ProviderCreditNote,
  ProviderDispute,
  ProviderRefund,
} from "./port/corrections.ts";
export type { NewProviderCustomer, ProviderCustomer } from "./port/customers.ts";
export type {
  EndedInvoice,
  InvoiceAmount,
  NewInvoiceItem,
  OneOffInvoice,
  ProviderInvoice,
  ProviderInvoiceLine,
  UnpaidDraft,
  UnpaidTime,
} from "./port/invoices.ts";
export type {
  NewProviderSubscription,
  ProviderStatus,
  ProviderSubscription,
  UnreadableSubscription,
} from "./port/subscriptions.ts";

/** K7006: the provider refused a request as one that it cannot carry out; nothing was done. */
export class ProviderRefusal extends ApiError<"K7006"> {
  constructor(cause: Error) {
    super("K7006", { cause });
  }
}

/** K7006: the provider does not know an object that a request named; nothing was done. */
export class ProviderMissing extends ApiError<"K7006"> {
  /** The object's id at the provider; null where the provider does not say it. */
  readonly missingId: string | null;

  constructor(cause: Error, missingId: string | null) {
    super("K7006", { cause });
    this.missingId = missingId;
  }
}

/**
 * What Usher needs of a card provider. Every writing call carries an idempotency key derived from one of our own rows,
 * so that a call repeated after a crash has the effect of one. Amounts are minor units, moments UTC.
 * All methods throw ApiError with a K7 code: K7001 declined, K7002 needs the cardholder's confirmation, K7004 foreign or unknown
 * payment method, K7005 unreachable, K7006 request refused, K7009 key refused. The methods are in port/, by subject.
 */
export interface CardProvider
  extends AccountPort,
    CustomerPort,
    CardPort,
    CatalogPort,
    SubscriptionPort,
    ChangePort,
    InvoicePort,
    BalancePort,
    CorrectionPort,
    CheckoutPort,
    CallbackPort,
    TestClockPort {}
