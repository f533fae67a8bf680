import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import { ownOnly, type Scope, type Tx } from "../../../platform/scope.ts";

export const INVOICE_PARTS = {
  lines: { orderBy: { position: "asc" } },
} as const satisfies Prisma.InvoiceInclude;

export type LoadedInvoice = Prisma.InvoiceGetPayload<{ include: typeof INVOICE_PARTS }>;

/** The tenant's invoice by id. Throws invoice_not_found. */
export async function getInvoiceOrThrow(tx: Tx, scope: Scope, id: string): Promise<LoadedInvoice> {
  const invoice = await tx.invoice.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: INVOICE_PARTS,
  });
  const own = ownOnly(scope, invoice);
  if (!own) throw new ApiError("invoice_not_found");
  return own;
}

/** The same, locked until the transaction ends. */
export async function lockInvoice(tx: Tx, scope: Scope, id: string): Promise<LoadedInvoice> {
  await tx.$queryRaw`select 1 from invoices where tenant_id = ${scope.tenantId} and id = ${id} for update`;
  return getInvoiceOrThrow(tx, scope, id);
}
