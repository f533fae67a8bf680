// @module-tag ci
import { describe, expect } from "vitest";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";
import { writeOffInvoice } from "../invoice-actions/write-off-invoice.ts";
import { finishWriteOffs } from "./due-work.ts";
import { syncInvoice } from "./sync-invoice.ts";

const it = itWith({ hasOwnDatabase: true });

// What is given up of an invoice of the card provider's, over REST. Callbacks are lost here.

const REASON = "They are bankrupt.";

/** The services as the worker has them when a request that was cut off may be finished. */
function minutesLater({ services }: World) {
  const now = new Date(services.clock.now().getTime() + 120_000);
  return { ...services, clock: { now: () => now } };
}

/** A customer with an open invoice of 50.00 at the card provider, which is copied here. */
async function aDebtor(world: World) {
  const buyer = await aCardBuyer(world);
  const { scope, tenant, stripe } = buyer;
  const { tenantId, db } = scope;
  const remote = await buyer.invoice(5000);
  await mendDrift(scope);
  const { id } = await db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId: remote } });
  const path = `/v1/billing/invoices/${id}`;
  const decisions = async () => (await tenant.admin.get(`${path}/decisions`)).body.data;
  return {
    ...buyer,
    id,
    decisions,
    remoteInvoice: remote,
    writeOff: () => tenant.admin.post(`${path}/write-off`, { reason: REASON }),
    sync: () => syncInvoice(scope, remote),
    invoice: async () => (await tenant.admin.get(path)).body,
    atProvider: async () => (await stripe.invoices.retrieve(remote)).status,
    fault: (kind: string) =>
      stripe.rawRequest("POST", "/sandbox/faults", {
        kind,
        method: "POST",
        path: `/v1/invoices/${remote}/mark_uncollectible`,
        count: 10,
      }),
    /** Who is said to have marked it, one entry for each time. */
    marked: async () => {
      const where = { tenantId, objectId: id, action: "invoice.marked_uncollectible" };
      const entries = await db.auditEntry.findMany({ where });
      const events = await db.event.count({ where: { tenantId, objectId: id, type: where.action } });
      expect(events).toBe(entries.length);
      return entries.map(({ actorId }) => actorId);
    },
    /** What a process leaves that was killed just after it wrote its decision down. */
    decided: () =>
      db.invoiceDecision.create({
        data: {
          tenantId,
          id: `idec_${id}`,
          invoiceId: id,
          kind: "WRITTEN_OFF",
          reason: REASON,
          actorType: "APPLICATION",
          actorId: tenant.adminApplication.id,
          createdAt: scope.clock.now(),
        },
      }),
  };
}

describe("an invoice of the card provider's that is written off", () => {
  it("is uncollectible there and here, for what is left; a payment that comes all the same takes that back", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const reply = await debtor.writeOff();
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      provider: "PROVIDER_A",
      status: "UNCOLLECTIBLE",
      amount_remaining: 0,
      is_overdue: false,
    });
    expect(await debtor.atProvider()).toBe("uncollectible");
    expect(await debtor.balances()).toMatchObject({ RECEIVABLE: 0n, WRITTEN_OFF: 5000n, REVENUE: -8000n });
    expect(await debtor.decisions()).toMatchObject([{ kind: "WRITTEN_OFF", reason: REASON }]);
    expect(await debtor.marked()).toEqual([debtor.tenant.adminApplication.id]);
    expect(await debtor.wrong()).toEqual([]);
    await debtor.stripe.invoices.pay(debtor.remoteInvoice);
    await debtor.sync();
    expect((await debtor.invoice()).status).toBe("PAID");
    expect(await debtor.balances()).toMatchObject({ CASH: 8000n, WRITTEN_OFF: 0n });
    expect(await debtor.wrong()).toEqual([]);
  });

  it.for(["paid", "void", "uncollectible"] as const)(
    "is refused where it is %s, also where only the provider knows",
    { tags: ["long"] },
    async (status, { world }) => {
      const debtor = await aDebtor(world);
      const { stripe, remoteInvoice } = debtor;
      if (status === "paid") await stripe.invoices.pay(remoteInvoice);
      else if (status === "void") await stripe.invoices.voidInvoice(remoteInvoice);
      else await debtor.writeOff();
      for (const _ of ["not read yet", "read"]) {
        const { status: answered, body } = await debtor.writeOff();
        expect([answered, body.code, body.details]).toEqual([409, "K6013", { status: status.toUpperCase() }]);
      }
      const kinds = (await debtor.decisions()).map(({ kind }: { kind: string }) => kind);
      expect(kinds).toEqual(
        status === "uncollectible" ? ["WRITTEN_OFF"] : ["NOT_WRITTEN_OFF", "WRITTEN_OFF"],
      );
      expect(await debtor.wrong()).toEqual([]);
    },
  );

  it("twice at once is written off once", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const answers = await Promise.all(Array.from({ length: 4 }, debtor.writeOff));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await debtor.decisions()).toHaveLength(1);
    expect(await debtor.marked()).toHaveLength(1);
    expect(await debtor.wrong()).toEqual([]);
  });
});

describe("writing off that is cut off", () => {
  it("before the provider was asked is finished by the worker, as what the caller did", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.decided();
    await finishWriteOffs(world.services);
    expect(await debtor.atProvider()).toBe("open");
    await finishWriteOffs(minutesLater(world));
    await finishWriteOffs(minutesLater(world));
    expect([await debtor.atProvider(), (await debtor.invoice()).status]).toEqual([
      "uncollectible",
      "UNCOLLECTIBLE",
    ]);
    expect(await debtor.marked()).toEqual([debtor.tenant.adminApplication.id]);
    expect(await debtor.wrong()).toEqual([]);
  });

  it.for([true, false])(
    "after the provider did it, is answered when it is repeated; learned by a callback: %s",
    async (isLearned, { world }) => {
      const debtor = await aDebtor(world);
      await debtor.decided();
      await debtor.stripe.invoices.markUncollectible(debtor.remoteInvoice);
      if (isLearned) await debtor.sync();
      const repeated = { ...debtor.scope, isRepeat: true };
      const invoice = await writeOffInvoice(repeated, { id: debtor.id, reason: REASON });
      expect(invoice.status).toBe("UNCOLLECTIBLE");
      expect(await debtor.marked()).toEqual([debtor.tenant.adminApplication.id]);
      expect(await debtor.decisions()).toHaveLength(1);
      expect(await debtor.wrong()).toEqual([]);
    },
  );

  it("by a provider that fails is answered with K7005, and finished by the worker", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.fault("error_before");
    const { status, body } = await debtor.writeOff();
    expect([status, body.code]).toEqual([503, "K7005"]);
    await debtor.stripe.rawRequest("DELETE", "/sandbox/faults");
    await finishWriteOffs(minutesLater(world));
    expect((await debtor.invoice()).status).toBe("UNCOLLECTIBLE");
    expect(await debtor.marked()).toEqual([debtor.tenant.adminApplication.id]);
    expect(await debtor.decisions()).toHaveLength(1);
  });

  it("by a provider that did it and answers that it failed is done", { tags: ["long"] }, async ({
    world,
  }) => {
    const debtor = await aDebtor(world);
    await debtor.fault("error_after");
    expect((await debtor.writeOff()).status).toBe(200);
    expect(await debtor.marked()).toHaveLength(1);
    expect(await debtor.decisions()).toHaveLength(1);
  });
});
