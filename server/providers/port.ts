import { ApiError } from "../errors/api-error.ts";
import type { AccountPort } from "./port/account.ts";
import type { BalancePort } from "./port/balances.ts";
import type { CallbackPort } from "./port/callbacks.ts";
import type { CardPort } from "./port/cards.ts";
import type { CatalogPort } from "./port/catalog.ts";
import type { ChangePort } from "./port/changes.ts";
import type { CheckoutPort } from "./port/checkout.ts";
import type { CorrectionPort } from "./port/corrections.ts";
import type { CustomerPort, TaxId } from "./port/customers.ts";
import type { InvoicePort } from "./port/invoices.ts";
import type { SubscriptionPort } from "./port/subscriptions.ts";
import type { TestClockPort } from "./port/test-clocks.ts";

export type { DunningEnd, MissingPermission, ProviderAccountFacts, ProviderTaxes } from "./port/account.ts";
export type { ProviderBalanceTransaction } from "./port/balances.ts";
export type { ProviderCallback, UnreadableCallback } from "./port/callbacks.ts";
export type { ChargedCard, ProviderCard, ProviderCardDetails } from "./port/cards.ts";
export type {
  AskedPromotion,
  NewProviderPrice,
  PriceItem,
  PromotionRefusal,
  ProviderPrice,
  TaxBehavior,
} from "./port/catalog.ts";
export type {
  PreviewedPeriod,
  ProviderChange,
  ProviderCredit,
  ProviderPreview,
  ProviderPreviewLine,
  ProviderReduced,
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
  ProviderFraudWarning,
  ProviderRefund,
} from "./port/corrections.ts";
export type {
  NewProviderCustomer,
  ProviderAddress,
  ProviderCustomer,
  ProviderTaxDetails,
  ProviderTaxId,
  TaxId,
} from "./port/customers.ts";
export type {
  EndedInvoice,
  InvoiceAmount,
  NewInvoiceItem,
  OneOffInvoice,
  OneOffTax,
  ProviderInvoice,
  ProviderInvoiceLine,
  SubscriptionDraft,
  UnpaidDraft,
  UnpaidTime,
  VoidReason,
} from "./port/invoices.ts";
export type {
  NewProviderSubscription,
  ProviderStatus,
  ProviderSubscription,
  UnreadableSubscription,
} from "./port/subscriptions.ts";

/** What the provider said of a request that it refused, for admins and back ends: `details.provider` of the error. */
export interface ProviderWords {
  message: string;
  /** Its code for the reason, such as "parameter_invalid_integer". */
  code: string | null;
  /** The parameter that the reason is about. */
  param: string | null;
  /** By which its support and its log find the request. */
  request_id: string | null;
}

/** The operation that saves a card: `save_with` of card_missing_for_currency. */
export const SAVES_CARD = "POST /v1/billing/payment-methods";

/** card_provider_refused_request: the provider refused a request as one that it cannot carry out; nothing was done. */
export class ProviderRefusal extends ApiError<"card_provider_refused_request"> {
  readonly provider: ProviderWords;

  constructor(cause: Error, provider: ProviderWords) {
    super("card_provider_refused_request", {
      cause,
      details: { reason: provider.message.replace(/\.$/, ""), provider },
    });
    this.provider = provider;
  }
}

/** card_provider_refused_request: the provider does not know an object that a request named; nothing was done. */
export class ProviderMissing extends ApiError<"card_provider_refused_request"> {
  /** The object's id at the provider; null where the provider does not say it. */
  readonly missingId: string | null;
  readonly provider: ProviderWords;

  constructor(cause: Error, provider: ProviderWords, missingId: string | null) {
    super("card_provider_refused_request", {
      cause,
      details: { reason: provider.message.replace(/\.$/, ""), provider },
    });
    this.provider = provider;
    this.missingId = missingId;
  }
}

/** tax_id_invalid: the provider says that a tax id is none. */
export class TaxIdRefused extends ApiError<"tax_id_invalid"> {
  constructor(cause: Error, { type, value }: TaxId, provider: ProviderWords) {
    const reason = provider.message.replace(/\.$/, "");
    super("tax_id_invalid", { cause, details: { type, value, reason, provider } });
  }
}

/** payment_method_invalid: the card is saved for another customer of the provider's. */
export class CardOfAnother extends ApiError<"payment_method_invalid"> {
  /** The provider's id of the customer whose card it is. */
  readonly ownerId: string;

  constructor(ownerId: string) {
    super("payment_method_invalid");
    this.ownerId = ownerId;
  }
}

/**
 * What Usher needs of a card provider. Every writing call carries an idempotency key derived from one of our own rows, so that a call
 * repeated after a crash has the effect of one. Amounts are minor units, moments UTC. All methods throw ApiError with a K7 code:
 * card_declined declined, card_authentication_required needs the cardholder's confirmation, payment_method_invalid foreign or unknown
 * payment method, card_provider_unavailable unreachable, card_provider_answer_unknown an answer that is not understood,
 * card_provider_key_revoked key refused, card_provider_refused_request request refused. The methods are in port/, by subject.
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
