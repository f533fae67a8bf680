import { resumeRequests } from "../domain/billing/corrections/due-work.ts";
import { syncCorrections } from "../domain/billing/corrections/sync-corrections.ts";
import { aCardBuyer } from "./a-card-buyer.ts";
import type { World } from "./world.ts";

export const WHY = "The service was down.";

/** An invoice of 30.00 on a card, paid or open, and what is asked for of it over REST. */
export async function aCardInvoice(world: World, isPaid = true) {
  const buyer = await aCardBuyer(world);
  const { db, tenantId } = buyer.scope;
  let { admin } = buyer.tenant;
  // The first invoice of the subscription: 30.00, paid by card.
  const found = async (where: object) =>
    db.invoice.findFirstOrThrow({ where: { tenantId, ...where }, include: { lines: true } });
  const remote = isPaid ? null : await buyer.invoice(3000);
  if (remote !== null) await syncCorrections(buyer.scope, remote);
  const row = await found(remote === null ? { status: "PAID" } : { providerInvoiceId: remote });
  const path = `/v1/billing/invoices/${row.id}`;
  return {
    ...buyer,
    id: row.id,
    remote: row.providerInvoiceId ?? "",
    line: row.lines[0]?.id ?? "",
    credit: (fields: object, headers?: Record<string, string>) =>
      admin.post(`${path}/credit-notes`, { reason: WHY, ...fields }, headers),
    preview: (fields: object) => admin.post(`${path}/credit-notes/preview`, fields),
    refund: (fields: object = {}, headers?: Record<string, string>) =>
      admin.post(`${path}/refunds`, fields, headers),
    read: async () => (await admin.get(path)).body,
    requests: async () =>
      (await db.correctionRequest.findMany({ where: { tenantId } })).map(({ status }) => status),
    counts: async () => {
      const { data: notes } = await buyer.stripe.creditNotes.list({ invoice: row.providerInvoiceId ?? "" });
      const { data: refunds } = await buyer.stripe.refunds.list();
      return { notes: notes.length, refunds: refunds.length };
    },
    /** After the clock has moved past the token's life. */
    async newToken() {
      const { id: client_id, clientSecret: client_secret } = buyer.tenant.adminApplication;
      const grant = { grant_type: "client_credentials", client_id, client_secret };
      const { body } = await buyer.tenant.browser.post("/v1/auth/token", grant);
      admin = admin.with({ authorization: `Bearer ${body.access_token}` });
    },
    /** Due work, some time later. */
    async resume() {
      await db.correctionRequest.updateMany({ where: { tenantId }, data: { updatedAt: new Date(0) } });
      await resumeRequests(world.services);
    },
    sandboxClear: () => buyer.stripe.rawRequest("DELETE", "/sandbox/faults"),
    fault: (kind: string, fault_path: string, count = 3) =>
      buyer.sandbox("faults", { kind, method: "POST", path: fault_path, count: String(count) }),
  };
}
