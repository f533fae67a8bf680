import { readMoney, writeMoney } from "./read-money.ts";

/** A tier as its row has it: the last one goes on without end, so that its up_to is not read. */
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

/** The tiers that the API has as rows to edit: at least one. */
export function tiersToTyped(tiers: unknown, currency: string, locale: string): TypedTier[] {
  // What the API sends is a list of tiers, or null.
  const rows = (tiers ?? []) as Tier[];
  if (rows.length === 0) return [EMPTY_TIER];
  const write = (amount: string | undefined) =>
    amount === undefined ? "" : writeMoney(amount, currency, locale);
  return rows.map((tier) => ({
    up_to: tier.up_to ?? "",
    unit_amount: write(tier.unit_amount),
    // A tier always has one where it comes from the API: none is 0 there, and an empty field here.
    flat_amount: Number(tier.flat_amount ?? 0) === 0 ? "" : write(tier.flat_amount),
  }));
}

/** The rows as the API takes them, or what is wrong with the first that it could not take. */
export function tiersToApi(
  rows: TypedTier[],
  reading: { currency: string; locale: string; finest: number },
): { value: Tier[] } | { problem: string } {
  const tiers: Tier[] = [];
  for (const [index, row] of rows.entries()) {
    const name = `Tier ${index + 1}`;
    const isLast = index === rows.length - 1;
    const upTo = row.up_to.trim();
    if (!isLast && !/^\d+(?:\.\d+)?$/.test(upTo))
      return { problem: `${name}: write up to how many units it reaches, such as 1000.` };
    const unit = readMoney(row.unit_amount, reading);
    if ("problem" in unit) return { problem: `${name}, price: ${unit.problem}` };
    const flat = row.flat_amount.trim() === "" ? null : readMoney(row.flat_amount, reading);
    if (flat && "problem" in flat) return { problem: `${name}, once: ${flat.problem}` };
    const from = tiers.at(-1)?.up_to;
    if (!isLast && from && Number(upTo) <= Number(from))
      return { problem: `${name}: it has to reach further than the tier before it.` };
    tiers.push({
      up_to: isLast ? null : upTo,
      unit_amount: unit.minor,
      ...(flat && { flat_amount: flat.minor }),
    });
  }
  return { value: tiers };
}
