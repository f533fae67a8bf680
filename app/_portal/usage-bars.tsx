import { pageWords } from "../_i18n/translator.ts";
import type { Api } from "../_lib/api.ts";

type Checks = Awaited<ReturnType<Api["entitlements"]["list"]["query"]>>["entitlements"];

const FULL = 100;
const NEARLY = 80;

/** How much of each counted feature is used up. */
export async function UsageBars({ checks }: { checks: Checks }) {
  const words = await pageWords("portal");
  const counted = checks.filter(
    ({ feature_type, configured }) =>
      configured && (feature_type === "METERED" || feature_type === "ALLOCATED"),
  );
  if (counted.length === 0) return null;
  return (
    <section aria-labelledby="usage" className="rounded-xl border bg-surface p-6 shadow-card">
      <h2 id="usage" className="text-lg font-semibold tracking-tight">
        {words("usage")}
      </h2>
      <ul className="mt-4 space-y-4">
        {counted.map(({ feature_key, feature_name, used, limit }) => {
          const part = limit === null || limit === 0 ? 0 : Math.min(FULL, (used / limit) * FULL);
          return (
            <li key={feature_key}>
              <div className="flex justify-between gap-4">
                <span>{feature_name}</span>
                <span className="text-muted tabular-nums">
                  {limit === null ? words("usedUnlimited", { used }) : words("used", { used, limit })}
                </span>
              </div>
              {limit !== null && (
                <div aria-hidden className="mt-1.5 h-2 overflow-hidden rounded-full bg-subtle">
                  <div
                    className={`h-full rounded-full ${part >= NEARLY ? "bg-bar-caution" : "bg-primary"}`}
                    style={{ width: `${part}%` }}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
