import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { type BilledLine, keptOfEach } from "./rules.ts";

/** Money that went back, or is on its way, and that no credit note is about. */
export const REFUNDED_ALONE = {
  creditNoteId: null,
  status: { in: ["PENDING", "SUCCEEDED"] },
} satisfies Prisma.RefundWhereInput;

/**
 * What is kept of each line of these invoices, by the line's id: its amount less what went back to the customer by credit notes, by
 * refunds without one, and to banks that took it back for their cardholders. What names no line is taken from the lines in their order,
 * as a credit note of an amount is.
 */
export async function keptOfLines(
  tx: Tx,
  { tenantId }: Scope,
  invoiceIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (invoiceIds.length === 0) return new Map();
  const invoices = await tx.invoice.findMany({
    where: { tenantId, id: { in: [...new Set(invoiceIds)] } },
    select: {
      total: true,
      amountDisputed: true,
      lines: { select: { id: true, amount: true, creditedLineIds: true }, orderBy: { position: "asc" } },
      notes: {
        where: { status: "ISSUED" },
        select: { amount: true, lines: { select: { invoiceLineId: true, amount: true } } },
      },
      refunds: { where: REFUNDED_ALONE, select: { amount: true } },
    },
  });
  return new Map(
    invoices.flatMap(({ total, amountDisputed, lines, notes, refunds }) => {
      const named = notes.flatMap((note) => note.lines.filter(({ invoiceLineId }) => invoiceLineId !== null));
      const billed = lines.map(({ id, amount, creditedLineIds }): BilledLine => {
        const ofLine = named.filter(({ invoiceLineId }) => invoiceLineId === id);
        return {
          id,
          amount,
          takenBack: sumOf(ofLine),
          isCorrection: amount > 0n && creditedLineIds.length > 0,
        };
      });
      return [...keptOfEach(billed, total, sumOf(notes.map(unnamedOf)) + sumOf(refunds) + amountDisputed)];
    }),
  );
}

/** What a credit note takes back of no line by name. */
function unnamedOf({
  amount,
  lines,
}: {
  amount: bigint;
  lines: { invoiceLineId: string | null; amount: bigint }[];
}): { amount: bigint } {
  const unnamed = lines.filter(({ invoiceLineId }) => invoiceLineId === null);
  return { amount: unnamed.length === lines.length ? amount : sumOf(unnamed) };
}

function sumOf(rows: readonly { amount: bigint }[]): bigint {
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
