import { accountRoutes } from "./account.ts";
import { balanceTransactionRoutes } from "./balance-transactions.ts";
import { checkoutSessionRoutes } from "./checkout-sessions.ts";
import { controlRoutes } from "./control.ts";
import { controlBillingRoutes } from "./control-billing.ts";
import { controlDisputeRoutes } from "./control-disputes.ts";
import { couponRoutes } from "./coupons.ts";
import { creditNoteRoutes } from "./credit-notes.ts";
import { customerRoutes } from "./customers.ts";
import { disputeRoutes } from "./disputes.ts";
import { eventRoutes } from "./events.ts";
import { invoiceItemRoutes } from "./invoice-items.ts";
import { invoiceRoutes } from "./invoices.ts";
import { meterRoutes } from "./meters.ts";
import { ownPaymentIntentRoutes } from "./own-payment-intents.ts";
import { paymentIntentRoutes } from "./payment-intents.ts";
import { paymentMethodRoutes } from "./payment-methods.ts";
import { portalConfigurationRoutes } from "./portal-configurations.ts";
import { portalSessionRoutes } from "./portal-sessions.ts";
import { priceRoutes } from "./prices.ts";
import { productRoutes } from "./products.ts";
import { promotionCodeRoutes } from "./promotion-codes.ts";
import { refundRoutes } from "./refunds.ts";
import type { Route } from "./route.ts";
import { setupIntentRoutes } from "./setup-intents.ts";
import { subscriptionScheduleRoutes } from "./subscription-schedules.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { taxIdRoutes } from "./tax-ids.ts";
import { taxRateRoutes } from "./tax-rates.ts";
import { taxRegistrationRoutes } from "./tax-registrations.ts";
import { testClockRoutes } from "./test-clocks.ts";
import { tokenRoutes } from "./tokens.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints.ts";

/** Everything that the sandbox serves; anything else is refused. */
export const ROUTES: Route[] = [
  ...accountRoutes,
  ...customerRoutes,
  ...tokenRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...ownPaymentIntentRoutes,
  ...refundRoutes,
  ...taxRateRoutes,
  ...taxIdRoutes,
  ...taxRegistrationRoutes,
  ...balanceTransactionRoutes,
  ...creditNoteRoutes,
  ...disputeRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...meterRoutes,
  ...couponRoutes,
  ...promotionCodeRoutes,
  ...subscriptionRoutes,
  ...subscriptionScheduleRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...checkoutSessionRoutes,
  ...portalConfigurationRoutes,
  ...portalSessionRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...testClockRoutes,
  ...controlRoutes,
  ...controlBillingRoutes,
  ...controlDisputeRoutes,
];
