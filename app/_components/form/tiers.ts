import { readDecimal, writeDecimal } from "./read-decimal.ts";
import { readMoney, writeMoney } from "./read-money.ts";

/** A tier as typed in its row. The last tier has no upper limit, so its up_to is ignored. */
export interface TypedTier {
  up_to: string;
  unit_amount: string;
  flat_amount: string;
}

interface Tier {
  up_to: string | null;
  unit_amount: string;
  flat_amount?: string;
}

export const EMPTY_TIER: TypedTier = { up_to: "", unit_amount: "", flat_amount: "" };

/** The tiers of the API as rows to edit; at least one row. */
export function tiersToTyped(tiers: unknown, currency: string, locale: string): TypedTier[] {
  // The API sends a list of tiers or null.
  const rows = (tiers ?? []) as Tier[];
  if (rows.length === 0) return [EMPTY_TIER];
  const write = (amount: string | undefined) =>
    amount === undefined ? "" : writeMoney(amount, currency, locale);
  return rows.map((tier) => ({
    up_to: tier.up_to === null ? "" : writeDecimal(tier.up_to, locale),
    unit_amount: write(tier.unit_amount),
    // A tier of the API always has a flat amount: 0 is shown as an empty field.
    flat_amount: Number(tier.flat_amount ?? 0) === 0 ? "" : write(tier.flat_amount),
  }));
}

/** The rows converted for the API, or the error of the first invalid row. */
export function tiersToApi(
  rows: TypedTier[],
  reading: { currency: string; locale: string; finest: number },
): { value: Tier[] } | { problem: string; at: string } {
  const tiers: Tier[] = [];
  for (const [index, row] of rows.entries()) {
    const name = `Tier ${index + 1}`;
    const isLast = index === rows.length - 1;
    const upTo = isLast ? null : readDecimal(row.up_to, reading.locale);
    if (upTo && ("problem" in upTo || upTo.value.startsWith("-")))
      return {
        problem: `${name}: write up to how many units it reaches, such as 1000.`,
        at: `${index}.up_to`,
      };
    const unit = readMoney(row.unit_amount, reading);
    if ("problem" in unit) return { problem: `${name}, price: ${unit.problem}`, at: `${index}.unit_amount` };
    const flat = row.flat_amount.trim() === "" ? null : readMoney(row.flat_amount, reading);
    if (flat && "problem" in flat)
      return { problem: `${name}, once: ${flat.problem}`, at: `${index}.flat_amount` };
    const from = tiers.at(-1)?.up_to;
    if (upTo && from && Number(upTo.value) <= Number(from))
      return { problem: `${name}: it has to reach further than the tier before it.`, at: `${index}.up_to` };
    tiers.push({
      up_to: upTo?.value ?? null,
      unit_amount: unit.minor,
      ...(flat && { flat_amount: flat.minor }),
    });
  }
  return { value: tiers };
}
