import type { z } from "zod";
import type { Customer, Feature } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { listAllFeatures } from "../../catalog/features/list-all-features.ts";
import { answerCheck, askedCustomer } from "./check-entitlement.ts";
import type { Entitlements, ListEntitlements } from "./schema.ts";

/** A customer's answers of 4.11 for every feature of the tenant, granted or not, in the catalog's order. */
export async function listEntitlements(
  scope: Scope,
  input: z.output<typeof ListEntitlements>,
): Promise<z.output<typeof Entitlements>> {
  const customer = await askedCustomer(scope, input);
  return {
    customer_id: customer?.id ?? null,
    entitlements: await allEntitlements(scope, customer, input.dimension),
  };
}

/** As listEntitlements, for a customer at hand. */
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
  // The first brings to memory what the others rest on, too; what those ask at the same moment goes as one statement.
  return [await answer(first), ...(await Promise.all(others.map(answer)))];
}
