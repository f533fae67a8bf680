import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { PlanContent } from "../object-content.ts";
import { getProductOrThrow } from "../products/get-product.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type { Plan } from "../schema.ts";
import { viewPlan } from "../views.ts";
import type { CreatePlan } from "./create-plan-schema.ts";
import { requirePlanOf } from "./get-plan.ts";

export async function createPlan(
  scope: Scope,
  input: z.output<typeof CreatePlan>,
): Promise<z.output<typeof Plan>> {
  const { description = null } = input;
  return refuseDuplicate("slug", input.slug, () =>
    scope.db.$transaction(async (tx) => {
      const product = await getProductOrThrow(tx, scope, input.product_id);
      if (product.archivedAt)
        throw new ApiError("catalog_object_archived", { details: { thing: "product" } });
      if (input.includes_plan_id) await requirePlanOf(tx, scope, product.id, input.includes_plan_id);
      return insertPlan(tx, scope, product.id, { ...input, description });
    }),
  );
}

/** Writes a new plan of a product with its event and audit row. `includes_plan_id`, where given, is a plan of the same product. */
export async function insertPlan(
  tx: Tx,
  scope: Scope,
  productId: string,
  content: PlanContent & { includes_plan_id?: string | null },
): Promise<z.output<typeof Plan>> {
  const now = scope.clock.now();
  const { slug, name, description, position, is_public: isPublic, is_highlighted: isHighlighted } = content;
  const { includes_plan_id: includesPlanId = null, contact_url: contactUrl, translations } = content;
  const owner = { tenantId: scope.tenantId, id: newId("plan"), productId };
  const after = viewPlan(
    await tx.plan.create({
      data: {
        ...owner,
        slug,
        name,
        description,
        position,
        isPublic,
        isHighlighted,
        includesPlanId,
        contactUrl,
        translations,
        createdAt: now,
        updatedAt: now,
      },
    }),
  );
  await recordChange(tx, scope, { type: "plan.created", objectType: "plan", objectId: after.id, after });
  return after;
}
