import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { getProductOrThrow } from "../products/get-product.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { viewPlan } from "../views.ts";
import { requirePlanOf } from "./get-plan.ts";

/** K5001, K5002 an included plan of another product, K5006 a slug that the product has already, K5008 an archived product. */
export async function createPlan(
  scope: Scope,
  input: z.output<typeof schema.CreatePlan>,
): Promise<z.output<typeof schema.Plan>> {
  const now = scope.clock.now();
  const { slug, name, description = null, position, is_public: isPublic } = input;
  return refuseDuplicate("slug", slug, () =>
    scope.db.$transaction(async (tx) => {
      const product = await getProductOrThrow(tx, scope, input.product_id);
      if (product.archivedAt) throw new ApiError("K5008", { details: { thing: "product" } });
      const { includes_plan_id: includesPlanId } = input;
      if (includesPlanId) await requirePlanOf(tx, scope, product.id, includesPlanId);
      const look = { isHighlighted: input.is_highlighted, includesPlanId, contactUrl: input.contact_url };
      const owner = { tenantId: scope.tenantId, id: newId("plan"), productId: product.id };
      const after = viewPlan(
        await tx.plan.create({
          data: {
            ...owner,
            slug,
            name,
            description,
            position,
            isPublic,
            ...look,
            createdAt: now,
            updatedAt: now,
          },
        }),
      );
      await recordChange(tx, scope, { type: "plan.created", objectType: "plan", objectId: after.id, after });
      return after;
    }),
  );
}
