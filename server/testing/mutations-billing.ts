import { cardProviderOf } from "../domain/tenants/provider/connect-card-provider.ts";
import { newId } from "../platform/ids.ts";
import { BY_INVOICE } from "../platform/schema/provider.ts";
import { aSubscription } from "./a-subscription.ts";
import {
  aCustomer,
  after,
  anOverride,
  aRate,
  done,
  email,
  just,
  type Recipe,
  type Stage,
  start,
} from "./stage.ts";
import { unique } from "./world.ts";

const LIVE = "/v1/billing/subscriptions";

/** A customer who pays by transfer, with the invoice that is open. */
export async function aDebt(stage: Stage) {
  const { id: subscription } = await aSubscription(stage, { paidBy: "invoice" });
  const { data } = await done(stage.server.get(`/v1/billing/invoices?subscription_id=${subscription}`));
  return { subscription, invoice: data[0].id as string };
}

/** A debt, and its payment. */
async function aPayment(stage: Stage) {
  const { invoice } = await aDebt(stage);
  await done(stage.admin.post(`/v1/billing/invoices/${invoice}/payments`));
  const { data } = await done(stage.admin.get(`/v1/billing/invoices/${invoice}/payments`));
  return { invoice, payment: data[0].id as string };
}

/** A charge whose invoice was voided without a word about what becomes of it. */
async function aHeldCharge(stage: Stage): Promise<string> {
  const { invoice } = await aDebt(stage);
  const { db, tenantId, clock } = stage.scope;
  await db.invoice.update({
    where: { tenantId_id: { tenantId, id: invoice } },
    data: { status: "VOID", voidedAt: clock.now() },
  });
  return (await done(stage.server.get("/v1/billing/ledger?state=held"))).data[0].id;
}

/** A subscription that has ended with credit that is on no invoice. */
async function anEndedCredit(stage: Stage): Promise<string> {
  const { subscription } = await aDebt(stage);
  await done(stage.admin.post(`${LIVE}/${subscription}/cancel`, { at: "now" }));
  const { db, tenantId, clock } = stage.scope;
  const { customerId, id: subscriptionId } = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: subscription } },
  });
  const now = clock.now();
  await db.charge.create({
    data: {
      tenantId,
      id: newId("charge"),
      customerId,
      subscriptionId,
      provider: BY_INVOICE,
      cause: "ITEM",
      key: unique("item"),
      amount: -500n,
      currency: "USD",
      description: "Credit",
      periodStart: now,
      periodEnd: now,
      createdAt: now,
    },
  });
  return subscriptionId;
}

/** A notice about an invoice, as the card provider's would be. */
async function aNotice(stage: Stage): Promise<string> {
  const { invoice } = await aDebt(stage);
  const { db, tenantId, clock } = stage.scope;
  const { customerId } = await db.invoice.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: invoice } },
  });
  const id = newId("invoiceNotice");
  const now = clock.now();
  await db.invoiceNotice.create({
    data: {
      tenantId,
      id,
      kind: "NOT_ISSUED",
      providerObjectId: unique("in"),
      invoiceId: invoice,
      customerId,
      openedAt: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  return id;
}

const aPayer = async (stage: Stage) => (await aSubscription(stage)).customer;

const endHere = (lost: string) => ({
  kind: "missing",
  provider_subscription_id: lost,
  action: "end_here",
});

/** A subscription that the provider does not know. Returns the id that it is missing by. */
async function missing(stage: Stage): Promise<string> {
  const { scope } = stage;
  const { id } = await aSubscription(stage);
  const lost = unique("sub_gone");
  await scope.db.subscription.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    data: { providerSubscriptionId: lost },
  });
  return lost;
}

/** A subscription that the card provider's account had before us, at the price of a plan of ours. Answers the provider's price. */
export async function aForeignOne({ scope, catalog }: Pick<Stage, "scope" | "catalog">): Promise<string> {
  const id = catalog.plans.pro?.prices[0] ?? "";
  const key = { tenantId_id: { tenantId: scope.tenantId, id } };
  const { amount, currency, interval } = await scope.db.planPrice.findUniqueOrThrow({ where: key });
  const provider = await cardProviderOf(scope);
  const name = unique("foreign");
  const facts = { customerId: name, externalId: name, email: email(), name: null };
  // Without names of ours: the provider takes an empty one away.
  const { id: customerId } = await provider.createCustomer({ idempotencyKey: name, tenantId: "", ...facts });
  const card = await provider.attachTestCard({
    customerId,
    token: "tok_visa",
    idempotencyKey: `${name}:card`,
  });
  const product = await provider.ensureProduct({ key: name, name });
  const price = await provider.ensurePrice({ key: name, productId: product.id, amount, currency, interval });
  await provider.startSubscription({
    idempotencyKey: `${name}:start`,
    tenantId: "",
    subscriptionId: "",
    customerId,
    paymentMethodId: card.paymentMethodId,
    items: [{ priceId: price.id, quantity: 1 }],
    trialEnd: null,
    trialEndsWithoutCard: "cancel",
  });
  return price.id;
}

/** Of what sells, pays and ends. */
export const BILLING: Record<string, Recipe> = {
  "subscriptions.start": just(
    ["customer.created", "subscription.created", "subscription.activated", "invoice.paid"],
    (stage) => start(stage, "pro"),
  ),
  "subscriptions.changePlan": after(
    ["subscription.plan_changed", "invoice.paid"],
    aSubscription,
    ({ server, catalog }, { id }) =>
      server.post(`/v1/billing/subscriptions/${id}/change-plan`, {
        plan_price_id: catalog.plans.team?.prices[0],
      }),
  ),
  "subscriptions.cancel": after(["subscription.canceled"], aSubscription, ({ server }, { id }) =>
    server.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" }),
  ),
  "subscriptions.pause": after(["subscription.paused"], aSubscription, ({ server }, { id }) =>
    server.post(`/v1/billing/subscriptions/${id}/pause`),
  ),
  "subscriptions.resume": after(
    ["subscription.resumed", "subscription.activated"],
    async (stage) => {
      const { id } = await aSubscription(stage);
      await done(stage.server.post(`/v1/billing/subscriptions/${id}/pause`));
      return id;
    },
    ({ server }, id) => server.post(`/v1/billing/subscriptions/${id}/resume`),
  ),
  "overrides.create": after(["override.created"], aCustomer, ({ admin }, customer) =>
    admin.post("/v1/billing/overrides", { customer, feature_key: "calls", limit_add: 5, reason: "kind" }),
  ),
  "overrides.revoke": after(["override.revoked"], anOverride, ({ admin }, id) =>
    admin.post(`/v1/billing/overrides/${id}/revoke`),
  ),
  "usage.set": after(["usage.set"], aCustomer, ({ admin }, customer) =>
    admin.post("/v1/billing/usage/set", { customer, feature_key: "calls", value: 7 }),
  ),
  "checkout.create": just(["customer.created", "checkout.created"], ({ server, catalog }) =>
    server.post("/v1/billing/checkout", {
      customer: unique("customer"),
      email: email(),
      plan_price_id: catalog.plans.pro?.prices[0],
    }),
  ),

  "subscriptions.create": just(
    ["customer.created", "invoice.issued", "subscription.created", "subscription.activated"],
    ({ server, catalog }) =>
      server.post(LIVE, {
        customer: unique("customer"),
        email: email(),
        plan_price_id: catalog.plans.pro?.prices[0],
        provider: BY_INVOICE,
      }),
  ),
  "cardProvider.import": after(
    ["customer.created", "subscription.created", "subscription.activated"],
    aForeignOne,
    ({ admin, catalog }, provider_price_id) => {
      const prices = [{ provider_price_id, plan_price_id: catalog.plans.pro?.prices[0] }];
      return admin.post("/v1/billing/cardprovider/import", { is_dry_run: false, prices });
    },
  ),
  "cardProvider.rotateCallbacks": just(["provider_account.callbacks_rotated"], ({ admin }) =>
    admin.post("/v1/billing/cardprovider/callbacks/rotate"),
  ),
  "portal.openProvider": after(["provider_portal_session.created"], aCustomer, ({ server }, customer) =>
    server.post("/v1/billing/cardprovider/portal-session", { customer }),
  ),
  "portal.createSession": after(["portal_session.created"], aCustomer, ({ server }, customer) =>
    server.post("/v1/billing/portal-sessions", { customer }),
  ),
  "subscriptions.previewChange": after(["quote.created"], aSubscription, ({ server, catalog }, { id }) =>
    server.post(`${LIVE}/${id}/change-plan/preview`, { plan_price_id: catalog.plans.team?.prices[0] }),
  ),
  "subscriptions.dropPendingChange": after(
    ["subscription.change_unscheduled"],
    async (stage) => {
      const { id } = await aSubscription(stage);
      const change = { plan_price_id: stage.catalog.plans.team?.prices[0], effective: "period_end" };
      await done(stage.server.post(`${LIVE}/${id}/change-plan`, change));
      return id;
    },
    ({ server }, id) => server.send("DELETE", `${LIVE}/${id}/pending-change`),
  ),
  "subscriptions.moveProvider": after(["subscription.moved"], aSubscription, ({ server }, { id }) =>
    server.post(`${LIVE}/${id}/move-provider`, { provider: BY_INVOICE }),
  ),
  "invoices.pay": after(["invoice.paid"], aDebt, ({ admin }, { invoice }) =>
    admin.post(`/v1/billing/invoices/${invoice}/payments`),
  ),
  "invoices.takeBackPayment": after(
    ["invoice.payment_taken_back"],
    aPayment,
    ({ admin }, { invoice, payment }) =>
      admin.post(`/v1/billing/invoices/${invoice}/payments/${payment}/take-back`, { reason: "It bounced." }),
  ),
  "invoices.stopReminders": after(["invoice.reminders_stopped"], aDebt, ({ admin }, { invoice }) =>
    admin.post(`/v1/billing/invoices/${invoice}/reminders/stop`, { reason: "They called." }),
  ),
  "invoices.sendReminder": after(
    ["invoice.reminded", "subscription.past_due"],
    async (stage) => {
      const { invoice: id } = await aDebt(stage);
      const { tenantId, db, clock } = stage.scope;
      // The day before yesterday: it is overdue once its due day is over.
      const dueAt = new Date(clock.now().getTime() - 2 * 86_400_000);
      await db.invoice.update({ where: { tenantId_id: { tenantId, id } }, data: { dueAt } });
      return id;
    },
    ({ admin }, id) => admin.post(`/v1/billing/invoices/${id}/reminders/send`),
  ),
  "invoices.resumeReminders": after(
    ["invoice.reminders_resumed"],
    async (stage) => {
      const { invoice } = await aDebt(stage);
      await done(
        stage.admin.post(`/v1/billing/invoices/${invoice}/reminders/stop`, { reason: "They called." }),
      );
      return invoice;
    },
    ({ admin }, invoice) =>
      admin.post(`/v1/billing/invoices/${invoice}/reminders/resume`, { reason: "They did not pay." }),
  ),
  "invoices.extendDueDate": after(["invoice.due_date_extended"], aDebt, ({ admin }, { invoice }) =>
    admin.post(`/v1/billing/invoices/${invoice}/due-date`, {
      due_at: new Date(Date.now() + 60 * 86_400_000).toISOString(),
      reason: "As agreed.",
    }),
  ),
  "invoices.writeOff": after(["invoice.marked_uncollectible"], aDebt, ({ admin }, { invoice }) =>
    admin.post(`/v1/billing/invoices/${invoice}/write-off`, { reason: "They are bankrupt." }),
  ),
  "invoices.reopen": after(
    ["invoice.reopened"],
    async (stage) => {
      const { invoice } = await aDebt(stage);
      await done(stage.admin.post(`/v1/billing/invoices/${invoice}/write-off`, { reason: "They left." }));
      return invoice;
    },
    ({ admin }, invoice) =>
      admin.post(`/v1/billing/invoices/${invoice}/reopen`, { reason: "They are back." }),
  ),
  "invoices.create": after(["invoice.issued"], aCustomer, ({ admin }, customer) =>
    admin.post("/v1/billing/invoices", {
      customer,
      currency: "USD",
      lines: [{ description: "Set-up", amount: 5000 }],
    }),
  ),
  "subscriptions.addItem": after(["charge.added"], aSubscription, ({ admin }, { id }) =>
    admin.post(`${LIVE}/${id}/items`, { description: "Training", amount: 5000 }),
  ),
  "invoices.void": after(["invoice.voided"], aDebt, ({ admin }, { invoice }) =>
    admin.post(`/v1/billing/invoices/${invoice}/void`),
  ),
  "revenue.setRate": just(["exchange_rate.set"], ({ admin }) =>
    admin.post("/v1/billing/revenue/rates", {
      currency: "USD",
      into: "EUR",
      rate: "0.92",
      valid_from: "2026-11-01",
    }),
  ),
  "revenue.deleteRate": after(["exchange_rate.deleted"], aRate, ({ admin }, id) =>
    admin.send("DELETE", `/v1/billing/revenue/rates/${id}`),
  ),
  "invoiceNotices.dismiss": after(["invoice_notice.closed"], aNotice, ({ admin }, id) =>
    admin.post(`/v1/billing/invoice-notices/${id}/dismiss`),
  ),
  "creditNotes.create": after(
    ["credit_note.created", "refund.created", "invoice.updated"],
    aPayment,
    ({ admin }, { invoice }) =>
      admin.post(`/v1/billing/invoices/${invoice}/credit-notes`, {
        amount: 250,
        to: "REFUND",
        reason: "A mistake of ours.",
      }),
  ),
  "refunds.create": after(["refund.created", "invoice.updated"], aPayment, ({ admin }, { invoice }) =>
    admin.post(`/v1/billing/invoices/${invoice}/refunds`, { amount: 250, reason: "A mistake of ours." }),
  ),
  "refunds.takeBack": after(
    ["refund.updated", "invoice.updated"],
    async (stage) => {
      const { invoice } = await aPayment(stage);
      return (await done(stage.admin.post(`/v1/billing/invoices/${invoice}/refunds`, { amount: 250 }))).id;
    },
    ({ admin }, id: string) => admin.post(`/v1/billing/refunds/${id}/take-back`, { reason: "It came back." }),
  ),
  "ledger.decide": after(["charge.decided"], aHeldCharge, ({ admin }, id) =>
    admin.post(`/v1/billing/ledger/${id}/decide`, { decision: "write_off", reason: "A mistake of ours." }),
  ),
  "ledger.settleCredit": after(
    ["invoice.paid", "invoice.updated", "refund.created"],
    anEndedCredit,
    ({ admin }, subscription_id) =>
      admin.post("/v1/billing/ledger/settle-credit", {
        subscription_id,
        amount: 500,
        to: "REFUND",
        reason: "They left.",
      }),
  ),
  "paymentMethods.set": after(["payment_method.set"], aPayer, ({ server }, customer) =>
    server.post("/v1/billing/payment-methods", { customer, cardprovider_test_card_token: "tok_mastercard" }),
  ),
  "paymentMethods.remove": after(
    ["payment_method.removed"],
    async (stage) => {
      const customer = await aPayer(stage);
      const { data } = await done(stage.server.get(`/v1/billing/payment-methods?customer=${customer}`));
      return { customer, card: data[0].id as string };
    },
    ({ server }, { customer, card }) =>
      server.send("DELETE", `/v1/billing/payment-methods/${card}?customer=${customer}`),
  ),
  "taxIds.set": after(["customer.updated"], aPayer, ({ server }, customer) =>
    server.post("/v1/billing/tax-ids", { customer, tax_ids: [{ type: "eu_vat", value: "DE123456789" }] }),
  ),
  "cardProvider.mendDrift": after(
    ["drift.mended", "subscription.activated"],
    async (stage) => {
      const { id } = await aSubscription(stage);
      const updatedAt = new Date(stage.scope.clock.now().getTime() - 600_000);
      await stage.scope.db.subscription.update({
        where: { tenantId_id: { tenantId: stage.id, id } },
        data: { status: "UNPAID", updatedAt },
      });
    },
    ({ admin }) => admin.post("/v1/billing/cardprovider/drift/mend"),
  ),
  "cardProvider.decideDrift": after(["drift.mended", "subscription.canceled"], missing, ({ admin }, lost) =>
    admin.post("/v1/billing/cardprovider/drift/decide", endHere(lost)),
  ),
  "cardProvider.undoMend": after(
    ["drift.mend_undone", "subscription.activated"],
    async (stage) => {
      const lost = await missing(stage);
      return (await done(stage.admin.post("/v1/billing/cardprovider/drift/decide", endHere(lost)))).mend_id;
    },
    ({ admin }, id: string) => admin.post(`/v1/billing/cardprovider/drift/mends/${id}/undo`),
  ),
};
