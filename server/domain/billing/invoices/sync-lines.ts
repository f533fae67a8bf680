import type { InvoiceLine } from "../../../platform/database/client/client.ts";
import { derivedId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderInvoice, ProviderInvoiceLine } from "../../../providers/port.ts";

/**
 * Saves the lines of the card provider's invoice. A line keeps its id, under which its charge is on it: the id is made of the
 * provider's. Lines that a draft has no more are deleted; one with a charge stays, after the others. The invoice is locked by the transaction.
 */
export async function syncLines(
  tx: Tx,
  { tenantId }: Scope,
  invoiceId: string,
  remote: Pick<ProviderInvoice, "id" | "lines">,
): Promise<void> {
  const known = await tx.invoiceLine.findMany({
    where: { tenantId, invoiceId },
    orderBy: { position: "asc" },
  });
  const charged = await tx.chargePlacement.findMany({
    where: { tenantId, lineId: { in: known.map(({ id }) => id) } },
    select: { lineId: true },
  });
  const hasCharge = new Set(charged.map(({ lineId }) => lineId));
  const idOf = (line: ProviderInvoiceLine, position: number) => {
    const same = known.find(({ providerLineId }) => providerLineId === line.id);
    const older = known.find((one) => hasCharge.has(one.id) && isOlderCopy(one, line, position));
    return (same ?? older)?.id ?? derivedId("invoiceLine", `${tenantId} ${remote.id} ${line.id}`);
  };
  const rows = remote.lines.map((line, position) => {
    const { id: providerLineId, itemId, key, ...shown } = line;
    const provider = { providerLineId, providerItemId: itemId, providerKey: key };
    return { tenantId, id: idOf(line, position), invoiceId, position, ...shown, ...provider };
  });
  const kept = new Set(rows.map(({ id }) => id));
  const others = known.filter(({ id }) => !kept.has(id));
  const gone = others.filter(({ id }) => !hasCharge.has(id));
  const staying = others.filter(({ id }) => hasCharge.has(id));
  await tx.invoiceLine.deleteMany({ where: { tenantId, id: { in: gone.map(({ id }) => id) } } });
  // Out of the way of the new positions, of which each is given once.
  await tx.$executeRaw`update invoice_lines set position = -1 - position where tenant_id = ${tenantId} and invoice_id = ${invoiceId}`;
  for (const row of rows)
    await tx.invoiceLine.upsert({
      where: { tenantId_id: { tenantId, id: row.id } },
      create: row,
      update: row,
    });
  for (const [nth, { id }] of staying.entries())
    await tx.invoiceLine.update({
      where: { tenantId_id: { tenantId, id } },
      data: { position: rows.length + nth },
    });
}

/** Whether a line was copied by a version that did not keep the provider's line id. */
function isOlderCopy(one: InvoiceLine, line: ProviderInvoiceLine, position: number): boolean {
  return one.providerLineId === null && one.position === position && one.amount === line.amount;
}
