import Stripe from "stripe";
import { expect } from "vitest";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import { aStage } from "../../../testing/stage.ts";
import { unique, type World } from "../../../testing/world.ts";
import { processProviderEvent } from "../provider-events/process-event.ts";
import { storeCallback } from "../provider-events/receive-event.ts";
import { recheckInvoices } from "./recheck-invoices.ts";
import { syncInvoice, syncInvoicesSince } from "./sync-invoice.ts";

/** A draft invoice that was made in the card provider's dashboard and copied here. The test sends its callbacks. */
async function aDraft(world: World) {
  const stage = await aStage(world);
  const { body } = await aSubscription(stage);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(stage.providerKey, { host, port: Number(port), protocol: "http" });
  const customer: string = body.provider_customer_id;
  await stripe.invoiceItems.create({ customer, amount: 700, currency: "usd", description: "Set-up" });
  const draft = await stripe.invoices.create({
    customer,
    auto_advance: false,
    pending_invoice_items_behavior: "include",
  });
  const remote = draft.id ?? "";
  await syncInvoice(stage.scope, remote);
  const { db, tenantId } = stage.scope;
  const row = () => db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId: remote } });
  expect((await row()).status).toBe("DRAFT");
  return {
    stage,
    stripe,
    remote,
    row,
    async hear(type: string) {
      const id = await storeCallback(stage.scope, {
        id: unique("evt"),
        type,
        occurredAt: new Date(),
        payload: {},
        providerInvoiceId: remote,
        isInvoiceDeleted: type === "invoice.deleted",
        providerSubscriptionId: null,
        providerCustomerId: null,
        providerPaymentId: null,
        isCorrection: false,
        renewedCard: null,
        taxIdsOf: null,
      });
      await processProviderEvent(stage.scope, id ?? "");
    },
    async events() {
      const { id } = await row();
      const { body } = await stage.admin.get(`/v1/events?object_id=${id}&type=invoice.voided`);
      return body.data.length;
    },
    wrong: () => foundIn(world.services.pool, tenantId),
  };
}

it("a draft that is deleted at the card provider is void, and its charges are held, once", {
  tags: ["long"],
}, async ({ world }) => {
  const draft = await aDraft(world);
  await draft.stripe.invoices.del(draft.remote);
  await draft.hear("invoice.deleted");
  await draft.hear("invoice.deleted");
  await draft.hear("invoice.updated");
  const { id, status, voidedAt } = await draft.row();
  expect([status, voidedAt]).toEqual(["VOID", expect.any(Date)]);
  expect(await draft.events()).toBe(1);
  const { db, tenantId } = draft.stage.scope;
  const placed = await db.chargePlacement.count({ where: { tenantId, invoiceId: id, endedAt: null } });
  expect(placed).toBe(0);
  expect(await draft.wrong()).toEqual([]);
});

it("one whose callback was lost is found by the comparison; what another account does not know stays", {
  tags: ["long"],
}, async ({ world }) => {
  const draft = await aDraft(world);
  await draft.stripe.invoices.del(draft.remote);
  await syncInvoice(draft.stage.scope, draft.remote);
  expect((await draft.row()).status).toBe("DRAFT");
  const later = new Date(Date.now() + 60_000);
  expect((await recheckInvoices(draft.stage.scope, later)).changed).toBe(1);
  expect((await recheckInvoices(draft.stage.scope, later)).changed).toBe(0);
  expect([(await draft.row()).status, await draft.events()]).toEqual(["VOID", 1]);
  expect(await draft.wrong()).toEqual([]);
});

it("so is a young one, which is in no list of what was made since; one that is there stays", async ({
  world,
}) => {
  const draft = await aDraft(world);
  const { scope } = draft.stage;
  const since = new Date(Date.now() - 7 * 86_400_000);
  expect((await syncInvoicesSince(scope, since)).failed).toBe(0);
  expect((await draft.row()).status).toBe("DRAFT");
  await draft.stripe.invoices.del(draft.remote);
  expect(await syncInvoicesSince(scope, since)).toEqual({ changed: 1, failed: 0 });
  expect(await syncInvoicesSince(scope, since)).toEqual({ changed: 0, failed: 0 });
  expect([(await draft.row()).status, await draft.events()]).toEqual(["VOID", 1]);
  expect(await draft.wrong()).toEqual([]);
});
