import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { updateCatalogObject } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { PLAN } from "./plan-kind.ts";

/** K5002. */
export function updatePlan(
  scope: Scope,
  input: z.output<typeof schema.UpdatePlan>,
): Promise<z.output<typeof schema.Plan>> {
  const { plan_id: id, name, description, position, is_public: isPublic } = input;
  return updateCatalogObject(scope, PLAN, id, { name, description, position, isPublic });
}
