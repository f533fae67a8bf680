import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { ProductContent } from "../object-content.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type { Product } from "../schema.ts";
import { viewProduct } from "../views.ts";
import type { CreateProduct } from "./create-product-schema.ts";

/** Throws catalog_value_taken. */
export async function createProduct(
  scope: Scope,
  input: z.output<typeof CreateProduct>,
): Promise<z.output<typeof Product>> {
  const { description = null } = input;
  return refuseDuplicate("slug", input.slug, () =>
    scope.db.$transaction((tx) => insertProduct(tx, scope, { ...input, description })),
  );
}

/** Writes a new product with its event and audit row. */
export async function insertProduct(
  tx: Tx,
  scope: Scope,
  content: ProductContent,
): Promise<z.output<typeof Product>> {
  const now = scope.clock.now();
  const { slug, name, description, position, translations } = content;
  const data = {
    tenantId: scope.tenantId,
    id: newId("product"),
    slug,
    name,
    description,
    position,
    translations,
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
}
