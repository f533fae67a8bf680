import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { viewProduct } from "../views.ts";

/** K5006 a taken slug. */
export async function createProduct(
  scope: Scope,
  input: z.output<typeof schema.CreateProduct>,
): Promise<z.output<typeof schema.Product>> {
  const now = scope.clock.now();
  const { slug, name, description = null, position } = input;
  return refuseDuplicate("slug", slug, () =>
    scope.db.$transaction(async (tx) => {
      const data = {
        tenantId: scope.tenantId,
        id: newId("product"),
        slug,
        name,
        description,
        position,
        createdAt: now,
        updatedAt: now,
      };
      const after = viewProduct(await tx.product.create({ data }));
      await recordChange(tx, scope, {
        type: "product.created",
        objectType: "product",
        objectId: after.id,
        after,
      });
      return after;
    }),
  );
}
