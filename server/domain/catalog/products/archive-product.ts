import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { archiveCatalogObject } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { PRODUCT } from "./product-kind.ts";

/** Takes a product off sale; its subscriptions continue. Throws product_not_found. Idempotent. */
export function archiveProduct(
  scope: Scope,
  input: z.output<typeof schema.ProductId>,
): Promise<z.output<typeof schema.Product>> {
  return archiveCatalogObject(scope, PRODUCT, input.product_id);
}
