import type { z } from "zod";
import type { UseOutcome } from "./decide-uses.ts";
import type { UsageReceipt } from "./schema.ts";

type Counted = Omit<Extract<UseOutcome, { outcome: "COUNTED" }>, "outcome" | "is_repeated">;

/** The receipt of counted units. */
export function viewReceipt(
  { customer, feature }: { customer: { id: string }; feature: { key: string } },
  asked: { quantity: number; dimension?: string | undefined; event_id?: string | undefined },
  counted: Counted,
): z.output<typeof UsageReceipt> {
  const { used, limit, remaining } = counted;
  return {
    id: counted.ledger_id ?? "",
    event_id: asked.event_id ?? null,
    usage_record_id: counted.record_id,
    customer_id: customer.id,
    feature_key: feature.key,
    dimension: asked.dimension ?? null,
    quantity: asked.quantity,
    counted: counted.counted.toNumber(),
    used: used.toNumber(),
    limit: limit?.toNumber() ?? null,
    remaining: remaining?.toNumber() ?? null,
    is_late: counted.is_late,
    period_start: counted.period_start.toISOString(),
    period_end: counted.period_end.toISOString(),
  };
}
