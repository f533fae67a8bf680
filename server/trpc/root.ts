import { invitationsRouter } from "../domain/admission/invitations/router.ts";
import { waitlistRouter } from "../domain/admission/waitlist/router.ts";
import { analyticsRouter } from "../domain/analytics/router.ts";
import { applicationsRouter } from "../domain/applications/router.ts";
import { auditRouter } from "../domain/audit/router.ts";
import { authRouter } from "../domain/auth/router.ts";
import { cardProviderRouter } from "../domain/billing/card-provider/router.ts";
import { checkoutRouter } from "../domain/billing/checkout/router.ts";
import { creditNotesRouter } from "../domain/billing/credit-notes/router.ts";
import { disputesRouter } from "../domain/billing/disputes/router.ts";
import { entitlementsRouter } from "../domain/billing/entitlements/router.ts";
import { invoiceNoticesRouter } from "../domain/billing/invoice-notices/router.ts";
import { invoicesRouter } from "../domain/billing/invoices/router.ts";
import { ledgerRouter } from "../domain/billing/ledger/router.ts";
import { overridesRouter } from "../domain/billing/overrides/router.ts";
import { packMigrationsRouter } from "../domain/billing/pack-migrations/router.ts";
import { paymentMethodsRouter } from "../domain/billing/payment-methods/router.ts";
import { portalRouter } from "../domain/billing/portal/router.ts";
import { refundsRouter } from "../domain/billing/refunds/router.ts";
import { revenueRouter } from "../domain/billing/revenue/router.ts";
import { subscriptionsRouter } from "../domain/billing/subscriptions/router.ts";
import { taxIdsRouter } from "../domain/billing/tax-ids/router.ts";
import { usageRouter } from "../domain/billing/usage/router.ts";
import { copiesRouter } from "../domain/catalog/copies/router.ts";
import { featuresRouter } from "../domain/catalog/features/router.ts";
import { packsRouter } from "../domain/catalog/packs/router.ts";
import { plansRouter } from "../domain/catalog/plans/router.ts";
import { pricesRouter } from "../domain/catalog/prices/router.ts";
import { pricingRouter } from "../domain/catalog/pricing/router.ts";
import { productsRouter } from "../domain/catalog/products/router.ts";
import { templatesRouter } from "../domain/catalog/templates/router.ts";
import { connectionsRouter } from "../domain/connections/router.ts";
import { customersRouter } from "../domain/customers/router.ts";
import { eventsRouter } from "../domain/events/router.ts";
import { mailRouter } from "../domain/mail/router.ts";
import { accountRouter } from "../domain/members/account-router.ts";
import { membersRouter } from "../domain/members/router.ts";
import { privacyRouter } from "../domain/privacy/router.ts";
import { searchRouter } from "../domain/search/router.ts";
import { settingsRouter } from "../domain/tenants/router.ts";
import { tenantGrantsRouter } from "../domain/tenants/tenant-grants-router.ts";
import { testClocksRouter } from "../domain/test-clocks/router.ts";
import { webhookEndpointsRouter } from "../domain/webhooks/router.ts";
import { router } from "./init.ts";

/** Every operation of the product, by the group that its path names. Those with a route are also the REST interface. */
export const appRouter = router({
  auth: authRouter,
  members: membersRouter,
  account: accountRouter,
  applications: applicationsRouter,
  tenantGrants: tenantGrantsRouter,
  settings: settingsRouter,
  cardProvider: cardProviderRouter,
  products: productsRouter,
  plans: plansRouter,
  prices: pricesRouter,
  features: featuresRouter,
  packs: packsRouter,
  copies: copiesRouter,
  templates: templatesRouter,
  pricing: pricingRouter,
  customers: customersRouter,
  overrides: overridesRouter,
  invoices: invoicesRouter,
  invoiceNotices: invoiceNoticesRouter,
  creditNotes: creditNotesRouter,
  refunds: refundsRouter,
  disputes: disputesRouter,
  ledger: ledgerRouter,
  subscriptions: subscriptionsRouter,
  paymentMethods: paymentMethodsRouter,
  taxIds: taxIdsRouter,
  portal: portalRouter,
  checkout: checkoutRouter,
  entitlements: entitlementsRouter,
  usage: usageRouter,
  testClocks: testClocksRouter,
  packMigrations: packMigrationsRouter,
  revenue: revenueRouter,
  waitlist: waitlistRouter,
  invitations: invitationsRouter,
  analytics: analyticsRouter,
  mail: mailRouter,
  events: eventsRouter,
  audit: auditRouter,
  webhookEndpoints: webhookEndpointsRouter,
  connections: connectionsRouter,
  search: searchRouter,
  privacy: privacyRouter,
});

export type AppRouter = typeof appRouter;
