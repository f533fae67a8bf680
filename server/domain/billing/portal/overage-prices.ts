import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { listAllFeatures } from "../../catalog/features/list-all-features.ts";
import { grantInForce, loadCustomerContext } from "../entitlements/load-customer-context.ts";
import type { PortalView } from "./view-portal-schema.ts";

type OveragePrice = z.output<typeof PortalView>["overage"][number];

/** What usage past the limit costs this customer now, of each feature where it is billed. */
export async function overagePrices(scope: Scope, customerId: string): Promise<OveragePrice[]> {
  const features = await listAllFeatures(scope);
  // Calls of the same moment share one statement.
  const contexts = await Promise.all(
    features.map(({ id }) => loadCustomerContext(scope, { named: customerId, featureId: id })),
  );
  const prices: OveragePrice[] = [];
  for (const [index, feature] of features.entries()) {
    const context = contexts[index];
    if (!context) continue;
    const { combined: grant } = (await grantInForce(context, feature)).grant;
    if (grant.overage !== "BILL" || !grant.price) continue;
    const { currency, unitAmount } = grant.price;
    prices.push({
      feature_key: feature.key,
      currency,
      unit_amount: unitAmount?.toFixed() ?? null,
      step: grant.step.toNumber(),
    });
  }
  return prices;
}
