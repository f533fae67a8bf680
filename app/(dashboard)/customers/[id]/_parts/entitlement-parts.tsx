import type { Route } from "next";
import { Link } from "../../../../_components/link.tsx";
import { Day } from "../../../../_components/moment.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatQuantity } from "../../../../_lib/format.ts";

export type Entitlement = Awaited<ReturnType<Api["entitlements"]["list"]["query"]>>["entitlements"][number];

/** What each subscription and free plan includes of a feature, in the order in which it is used up. */
export function EntitlementParts({ entitlement }: { entitlement: Entitlement }) {
  const { feature_name: name, parts, overage_behavior: overage } = entitlement;
  return (
    <ol aria-label={`What grants ${name}, used in this order`} className="mt-2.5 border-l-2 pl-3">
      {parts.map((part) => {
        const { subscription_id: id, product_id, product_name, plan_name, used, limit, resets_at } = part;
        return (
          <li
            key={id ?? product_id}
            className="grid items-baseline grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5 text-xs leading-5 sm:py-0.5 sm:leading-6 sm:grid-cols-[minmax(0,1fr)_auto_6.5rem]"
          >
            <span className="wrap-anywhere sm:truncate">
              {id ? (
                <Link
                  href={`/subscriptions/${id}` as Route}
                  className="inline-block rounded py-0.5 text-link hover:underline sm:py-0"
                >
                  {product_name} {plan_name}
                </Link>
              ) : (
                <>
                  {product_name} {plan_name} <span className="text-muted">(free plan)</span>
                </>
              )}
              {part.bears_overage && overage !== "BLOCK" && (
                <span className="text-muted"> · use past the limit counts here</span>
              )}
            </span>
            <span className="text-right tabular-nums">
              {formatQuantity(used)}{" "}
              <span className="text-muted">of {limit === null ? "unlimited" : formatQuantity(limit)}</span>
            </span>
            {resets_at && (
              <span className="text-muted max-sm:col-span-2 max-sm:leading-4 sm:text-right">
                resets <Day iso={resets_at} relative="behind" />
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
