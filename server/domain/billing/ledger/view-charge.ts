import type { z } from "zod";
import type { JournalTransfer, PlacementKind, Prisma } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Charge } from "./schema.ts";

/** Where a charge is, and where it was before. */
export const CHARGE_PARTS = {
  placements: {
    include: { invoice: { select: { displayNumber: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  },
} as const satisfies Prisma.ChargeInclude;

export type LoadedCharge = Prisma.ChargeGetPayload<{ include: typeof CHARGE_PARTS }>;

export type ChargeView = z.output<typeof Charge>;

const STATES = {
  WAITING: "waiting",
  INVOICE: "invoiced",
  HELD: "held",
  WRITTEN_OFF: "written_off",
  BALANCE: "balance",
} as const satisfies Record<PlacementKind, ChargeView["state"]>;

/** A charge as it is shown. */
export function viewCharge(row: LoadedCharge, transfers: readonly JournalTransfer[]): ChargeView {
  const ordered = transfers.toSorted((a, b) => a.at.getTime() - b.at.getTime() || rankOf(a) - rankOf(b));
  return { ...viewFacts(row), transfers: ordered.map(viewTransfer) };
}

/** What was written in one millisecond happened in this order. */
const KINDS = ["ACCRUED", "MOVED", "SURPLUS", "PLACED", "ENDED", "WRITTEN_OFF"];
const rankOf = ({ kind }: JournalTransfer) => KINDS.indexOf(kind);

/** A charge without its transfers. */
export function viewFacts(row: LoadedCharge): Omit<ChargeView, "transfers"> {
  const { placements } = row;
  const live = placements.find(({ endedAt }) => endedAt === null);
  const onInvoice = placements.findLast(({ invoiceId }) => invoiceId !== null);
  return {
    id: row.id,
    customer_id: row.customerId,
    subscription_id: row.subscriptionId,
    provider: row.provider,
    currency: row.currency,
    amount: toWireAmount(row.amount),
    cause: row.cause,
    description: row.description,
    period_start: row.periodStart.toISOString(),
    period_end: row.periodEnd.toISOString(),
    due_at: row.dueAt?.toISOString() ?? null,
    state: stateOf(row),
    // One that was sent has a code that says by which kind of invoice.
    why:
      live?.code && live.kind !== "INVOICE"
        ? {
            code: live.code,
            reason: live.reason,
            actor_type: live.actorType,
            actor_id: live.actorId,
            at: live.createdAt.toISOString(),
          }
        : null,
    invoice_id: onInvoice?.invoiceId ?? null,
    invoice_number: onInvoice?.invoice?.displayNumber ?? null,
    corrects: row.corrects,
    created_at: row.createdAt.toISOString(),
  };
}

/** Where a charge is. One that is nowhere waits; its row that says so is written as the transaction commits. */
export function stateOf({ placements }: Pick<LoadedCharge, "placements">): ChargeView["state"] {
  const live = placements.find(({ endedAt }) => endedAt === null);
  if (live?.kind === "INVOICE" && live.invoiceId === null) return "sent";
  return STATES[live?.kind ?? "WAITING"];
}

function viewTransfer(row: JournalTransfer): ChargeView["transfers"][number] {
  return {
    id: row.id,
    kind: row.kind,
    debit_account: row.debitAccount,
    debit_provider: row.debitProvider,
    credit_account: row.creditAccount,
    credit_provider: row.creditProvider,
    amount: toWireAmount(row.amount),
    at: row.at.toISOString(),
  };
}
