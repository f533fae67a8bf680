import { accessRouter } from "../domain/access/router.ts";
import { accountsRouter } from "../domain/accounts/router.ts";
import { analyticsRouter } from "../domain/analytics/router.ts";
import { auditRouter } from "../domain/audit/router.ts";
import { accountRouter, authRouter, teamRouter } from "../domain/auth/router.ts";
import { catalogRouter } from "../domain/catalog/router.ts";
import { checkoutRouter } from "../domain/checkout/router.ts";
import { clocksRouter } from "../domain/clocks/router.ts";
import { customersRouter } from "../domain/customers/router.ts";
import { overridesRouter } from "../domain/entitlements/router.ts";
import { eventsRouter } from "../domain/events/router.ts";
import { historyRouter } from "../domain/history/router.ts";
import { importsRouter } from "../domain/imports/router.ts";
import { invitationsRouter } from "../domain/invitations/router.ts";
import { invoicingRouter } from "../domain/invoicing/router.ts";
import { lifecycleRouter } from "../domain/lifecycle/router.ts";
import { mailRouter } from "../domain/mail/router.ts";
import { migrationsRouter } from "../domain/migrations/router.ts";
import { portalRouter } from "../domain/portal/router.ts";
import { privacyRouter } from "../domain/privacy/router.ts";
import { reconciliationRouter } from "../domain/reconciliation/router.ts";
import { searchRouter } from "../domain/search/router.ts";
import { subscriptionsRouter } from "../domain/subscriptions/router.ts";
import { applicationsRouter, settingsRouter, tenantGrantsRouter } from "../domain/tenants/router.ts";
import { waitlistRouter } from "../domain/waitlist/router.ts";
import { webhooksRouter } from "../domain/webhooks/router.ts";
import { router } from "./init.ts";

/** Every operation of the product. Those with a route are also the REST interface. */
export const appRouter = router({
  auth: authRouter,
  team: teamRouter,
  account: accountRouter,
  applications: applicationsRouter,
  catalog: catalogRouter,
  customers: customersRouter,
  subscriptions: subscriptionsRouter,
  overrides: overridesRouter,
  access: accessRouter,
  invoicing: invoicingRouter,
  lifecycle: lifecycleRouter,
  checkout: checkoutRouter,
  portal: portalRouter,
  clocks: clocksRouter,
  reconciliation: reconciliationRouter,
  imports: importsRouter,
  migrations: migrationsRouter,
  waitlist: waitlistRouter,
  invitations: invitationsRouter,
  accounts: accountsRouter,
  settings: settingsRouter,
  tenantGrants: tenantGrantsRouter,
  analytics: analyticsRouter,
  mail: mailRouter,
  events: eventsRouter,
  webhooks: webhooksRouter,
  audit: auditRouter,
  history: historyRouter,
  search: searchRouter,
  privacy: privacyRouter,
});

export type AppRouter = typeof appRouter;
