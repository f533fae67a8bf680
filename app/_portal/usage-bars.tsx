import { isCounted } from "../../server/platform/units.ts";
import { UsageBar } from "../_components/usage-bar.tsx";
import { pageLocale, pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";
import { formatMoney } from "../_pricing/money.ts";
import { type Names, portalNames } from "./names.ts";
import type { UsedPortal } from "./read-portal.ts";
import type { Subscription } from "./subscription-card.tsx";

type Checks = Awaited<ReturnType<Api["entitlements"]["list"]["query"]>>["entitlements"];
type Overage = Awaited<ReturnType<Api["portal"]["look"]["query"]>>["overage"];

interface Props {
  portal: UsedPortal;
  /** The customer's subscriptions. */
  live: Subscription[];
  checks: Checks;
  overage: Overage;
}

/** How much of each counted feature is used up, and what usage past the limit costs and has cost. */
export async function UsageBars({ portal, live, checks, overage }: Props) {
  const names = await portalNames(portal);
  const words = await pageWords("portal");
  const counted = checks.filter(({ feature_type, configured }) => configured && isCounted(feature_type));
  if (counted.length === 0) return null;
  return (
    <section aria-labelledby="usage" className="rounded-xl border bg-surface p-6 shadow-card">
      <h2 id="usage" className="text-base font-semibold tracking-tight">
        {words("usage")}
      </h2>
      <ul className="mt-4 space-y-4">
        {counted.map(({ feature_key, feature_name, feature_type, overage_behavior, ...check }) => {
          const { used, limit, billed_amount, reason, resets_at, parts } = check;
          const hasSeveral = parts.length > 1;
          const price = overage.find((one) => one.feature_key === feature_key);
          return (
            <li key={feature_key}>
              <div className="flex justify-between gap-4">
                <span>{names.feature(feature_key, feature_name)}</span>
                <span className="text-muted tabular-nums">
                  {limit === null ? words("usedUnlimited", { used }) : words("used", { used, limit })}
                </span>
              </div>
              {limit !== null && (
                <div aria-hidden className="mt-1.5">
                  <UsageBar
                    label={feature_name}
                    {...{ used, limit, overage: overage_behavior }}
                    isHeld={feature_type === "ALLOCATED"}
                    ground="bg-primary"
                    className="h-2"
                  />
                </div>
              )}
              {hasSeveral && (
                <UsageParts {...{ parts, live, names }} label={names.feature(feature_key, feature_name)} />
              )}
              {!hasSeveral && limit !== null && resets_at !== null && (
                <p className="mt-1.5 text-[0.8125rem] text-muted">
                  {words("resetsOn", { date: new Date(resets_at) })}
                </p>
              )}
              {limit !== null && price && (
                <OverageLine price={price} billed={billed_amount ?? 0} isCapped={reason === "CAP_REACHED"} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface PartsProps extends Pick<Props, "live"> {
  parts: Checks[number]["parts"];
  names: Names;
  label: string;
}

/** How much each subscription and free plan gives of a feature, in the order in which it is used up. */
async function UsageParts({ parts, live, names, label }: PartsProps) {
  const words = await pageWords("portal");
  return (
    <ul aria-label={label} className="mt-2.5 space-y-2 border-l-2 pl-3 text-[0.8125rem]">
      {parts.map(({ subscription_id, product_id, product_name, plan_name, used, limit, resets_at }) => {
        const subscription = live.find(({ id }) => id === subscription_id);
        const name = subscription
          ? names.sold(subscription)
          : names.freePlan(product_id, product_name, plan_name);
        return (
          <li key={subscription_id ?? product_id}>
            <div className="flex justify-between gap-x-4">
              <span className="min-w-0">{subscription_id ? name : words("freePlan", { name })}</span>
              <span className="shrink-0 text-muted tabular-nums">
                {limit === null ? words("usedUnlimited", { used }) : words("used", { used, limit })}
              </span>
            </div>
            {limit !== null && resets_at !== null && (
              <p className="text-muted">{words("resetsOn", { date: new Date(resets_at) })}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface OverageLineProps {
  price: Overage[number];
  /** Minor units. */
  billed: number;
  /** No more is billed in this period. */
  isCapped: boolean;
}

/** What usage past the limit has cost in this period, and the price of more. */
async function OverageLine({ price, billed, isCapped }: OverageLineProps) {
  const [words, locale] = [await pageWords("portal"), await pageLocale()];
  const { currency, step, unit_amount: unit } = price;
  const amount = formatMoney(locale, billed, currency);
  return (
    <p className="mt-1.5 text-[0.8125rem] text-muted tabular-nums">
      {isCapped
        ? words("overageCapped", { amount })
        : unit === null
          ? words("overageTiers", { amount })
          : words(step === 1 ? "overageUnit" : "overageStep", {
              amount,
              step,
              price: formatMoney(locale, unit, currency),
            })}
    </p>
  );
}
