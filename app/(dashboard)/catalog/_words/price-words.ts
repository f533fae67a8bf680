import { formatMoney } from "../../../_lib/format.ts";
import { paidWords, perStep } from "../plans/[id]/price-words.ts";
import type { Granted } from "./grant-line.ts";

type Price = Granted["prices"][number];

/** A price of an entitlement as text: "$0.02 each, at most $50.00 a period". step: null when it is unknown. */
export function priceWords(price: Price, step: number | null): string {
  const {
    currency,
    interval,
    pricing,
    unit_amount: unit,
    tiers,
    overage_cap_amount: cap,
    driver_step_amount: bought,
  } = price;
  const per = step === null ? "a step" : perStep(step);
  const parts = [
    unit === null ? null : `${formatMoney(unit, currency)} ${per}`,
    tiers === null
      ? null
      : `${pricing === "VOLUME" ? "volume" : "graduated"} tiers: ${tiers.map((tier) => tierWords(tier, currency, per)).join("; ")}`,
    cap === null ? null : `at most ${formatMoney(cap, currency)} a period`,
    bought === null ? null : `${formatMoney(bought, currency)} a pack`,
  ];
  const words = parts.filter((part) => part !== null).join(", ");
  return interval === null || words === "" ? words : `${paidWords(interval)}: ${words}`;
}

function tierWords(
  { up_to: upTo, unit_amount: unit, flat_amount: flat }: NonNullable<Price["tiers"]>[number],
  currency: string,
  per: string,
): string {
  const reach = upTo === null ? "beyond" : `up to ${Number(upTo).toLocaleString("en-US")}`;
  const once = flat === undefined || Number(flat) === 0 ? "" : ` and ${formatMoney(flat, currency)} once`;
  return `${reach} ${formatMoney(unit, currency)} ${per}${once}`;
}
