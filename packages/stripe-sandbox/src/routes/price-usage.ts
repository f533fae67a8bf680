import type Stripe from "stripe";
import { z } from "zod";
import type { PriceFacts } from "../objects/price.ts";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { intBetween } from "../wire/params.ts";

const MOST = 99_999_999;

/** A step of the quantity; the decimal amounts are not there. */
export const Tier = z.strictObject({
  flat_amount: intBetween(0, MOST).optional(),
  unit_amount: intBetween(0, MOST).optional(),
  up_to: z.union([z.literal("inf"), intBetween(1)]),
});

interface Sent {
  billing_scheme?: "per_unit" | "tiered" | undefined;
  recurring?: object | undefined;
  tiers?: z.output<typeof Tier>[] | undefined;
  tiers_mode?: "graduated" | "volume" | undefined;
  unit_amount?: number | undefined;
}

function wanted(param: string) {
  return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** The tiers of a price, which must say its amounts instead of `unit_amount` (SDK, Prices.d.ts, PriceCreateParams.billing_scheme). */
export function tiersOf(sent: Sent): PriceFacts["tiers"] {
  const { tiers, tiers_mode: mode, unit_amount: unitAmount } = sent;
  if (sent.billing_scheme !== "tiered") {
    if (tiers || mode)
      throw invalid("Tiers can only be used with `billing_scheme=tiered`.", {
        param: tiers ? "tiers" : "tiers_mode",
      });
    if (unitAmount === undefined) throw wanted("unit_amount");
    return undefined;
  }
  if (!sent.recurring) throw invalid("Only recurring prices can have tiers.", { param: "billing_scheme" });
  if (unitAmount !== undefined)
    throw invalid("`unit_amount` cannot be used with `billing_scheme=tiered`.", { param: "unit_amount" });
  if (!tiers || tiers.length === 0) throw wanted("tiers");
  if (!mode) throw wanted("tiers_mode");
  checkSteps(tiers);
  return {
    mode,
    steps: tiers.map(({ flat_amount, unit_amount, up_to }) => ({
      flatAmount: flat_amount ?? null,
      unitAmount: unit_amount ?? null,
      upTo: up_to === "inf" ? null : up_to,
    })),
  };
}

/** Each tier begins where the one before it ends; the last one has no end. */
function checkSteps(tiers: z.output<typeof Tier>[]): void {
  let reached = 0;
  for (const [index, { up_to: upTo, unit_amount, flat_amount }] of tiers.entries()) {
    const param = `tiers[${index}]`;
    const isLast = index === tiers.length - 1;
    if ((upTo === "inf") !== isLast)
      throw invalid("The last tier, and it alone, must be up to `inf`.", { param });
    if (unit_amount === undefined && flat_amount === undefined)
      throw invalid("Each tier must have a unit_amount or a flat_amount.", { param });
    if (upTo === "inf") return;
    if (upTo <= reached) throw invalid("The tiers must ascend.", { param });
    reached = upTo;
  }
}

/**
 * The meter of a price whose usage is billed. There is no other way to bill usage since 2025-03-31.basil
 * (https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-legacy-usage-based-billing).
 */
export async function meterOf(
  store: Store,
  { meter: id, usage_type }: { meter?: string | undefined; usage_type?: string | undefined },
): Promise<string | null> {
  const isMetered = usage_type === "metered";
  if (isMetered && id === undefined) throw wanted("recurring[meter]");
  if (id === undefined) return null;
  const param = "recurring[meter]";
  if (!isMetered) throw invalid("A meter can only be used with `usage_type=metered`.", { param });
  const meter = await store.get<Stripe.Billing.Meter>("billing.meter", id, param);
  // "You can't attach a deactivated meter to a price" (SDK, Billing/Meters.d.ts, deactivate).
  if (meter.status !== "active") throw invalid(`Meter ${id} is not active.`, { param });
  return meter.id;
}

/** Prices with tiers or meters are kept and shown; the sandbox bills neither. */
export function refuseUsage(price: Stripe.Price): void {
  if (price.billing_scheme === "tiered") throw lacking("the billing of prices with tiers");
  if (price.recurring?.usage_type === "metered") throw lacking("the billing of prices with meters");
}
