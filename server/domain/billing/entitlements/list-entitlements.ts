import type { z } from "zod";
import type { Customer, Feature } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { listAllFeatures } from "../../catalog/features/list-all-features.ts";
import { answerCheck, askedCustomer } from "./check-entitlement.ts";
import type { Entitlements } from "./list-entitlements-schema.ts";
import { NO_NAMES, namesOfSources } from "./names-of-sources.ts";
import type { EntitlementCheck, ListEntitlements } from "./schema.ts";

type Part = z.output<typeof EntitlementCheck>["parts"][number];

/** The id of what grants a part: a subscription, or the product whose free plan it is. */
const sourceOf = ({ subscription_id, product_id }: Part): string => subscription_id ?? product_id ?? "";

/** The checks of 4.11 of every feature of the tenant for a customer, granted or not, in the catalog's order. */
export async function listEntitlements(
  scope: Scope,
  input: z.output<typeof ListEntitlements>,
): Promise<z.output<typeof Entitlements>> {
  const customer = await askedCustomer(scope, input);
  const entitlements = await allEntitlements(scope, customer, input.dimension);
  const names = await namesOfSources(
    scope,
    entitlements.flatMap(({ parts }) => parts.map(sourceOf)),
  );
  const named = (part: Part) => ({ ...part, ...(names.get(sourceOf(part)) ?? NO_NAMES) });
  return {
    customer_id: customer?.id ?? null,
    entitlements: entitlements.map((one) => ({ ...one, parts: one.parts.map(named) })),
  };
}

/** As listEntitlements, for a customer that is already loaded. */
export async function allEntitlements(scope: Scope, customer: Customer | null, dimension?: string) {
  const quantity = new Decimal(1);
  const answer = async (feature: Feature) => ({
    ...(await answerCheck(scope, {
      customer,
      feature,
      dimension: dimension ?? "",
      quantity,
      hasUpgrades: false,
    })),
    feature_name: feature.name,
    feature_unit_label: feature.unitLabel,
  });
  const [first, ...others] = await listAllFeatures(scope);
  if (!first) return [];
  // The first check fills the caches that the others use, too; the queries of the others are batched into one statement.
  return [await answer(first), ...(await Promise.all(others.map(answer)))];
}
