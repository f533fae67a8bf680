import type { Api } from "../../../_lib/api.ts";
import { formatInterval, formatMoney, formatQuantity } from "../../../_lib/format.ts";

export type Granted = Awaited<
  ReturnType<Api["templates"]["list"]["query"]>
>["data"][number]["plans"][number]["entitlements"][number];

interface Feature {
  name: string;
  type: string;
}

/** What a plan grants of a feature, as a line: "API calls: 10,000 a month, then $2.00 per 1,000". */
export function entitlementWords({ name, type }: Feature, entitlement: Granted): string {
  const { enabled, limit, value } = entitlement;
  if (!enabled) return `${name}: off`;
  if (type === "BOOLEAN") return name;
  if (type === "STATIC")
    return `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
  if (limit === null) return `${name}: unlimited`;
  const included = `${name}: ${formatQuantity(limit)}${type === "METERED" ? ` ${resetWords(entitlement)}` : ""}`;
  return [included, ...overageWords(entitlement), ...stepWords(entitlement)].join(", ");
}

function resetWords({ reset_interval: reset }: Granted): string {
  return reset === "BILLING" ? "a billing period" : `a ${formatInterval(reset ?? "MONTH")}`;
}

function overageWords({ overage, overage_step: step, prices }: Granted): string[] {
  if (overage === "ALLOW") return ["then more at no charge"];
  if (overage !== "BILL") return [];
  const per = step === 1 ? "each" : `per ${formatQuantity(step)}`;
  return prices.map(({ currency, unit_amount: amount, interval }) => {
    const paid = interval === null ? "" : ` (paid each ${formatInterval(interval)})`;
    return amount === null
      ? `then by tiers in ${currency}${paid}`
      : `then ${formatMoney(amount, currency)} ${per}${paid}`;
  });
}

/** The price of more, bought at checkout: the first of each currency, which is by the month where there are several. */
function stepWords({ driver_step_size: size, prices }: Granted): string[] {
  if (size === null) return [];
  const more = size === 1 ? "each more" : `each ${formatQuantity(size)} more`;
  const sold = prices.filter((price) => price.driver_step_amount !== null);
  return sold
    .filter(({ currency }, index) => sold.findIndex((one) => one.currency === currency) === index)
    .map(({ currency, driver_step_amount: amount, interval }) => {
      const paid = interval === null ? "" : ` a ${formatInterval(interval)}`;
      return `${more} ${formatMoney(amount ?? 0, currency)}${paid}`;
    });
}
