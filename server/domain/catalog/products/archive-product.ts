import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { archiveCatalogObject } from "../change-catalog.ts";
import type { Product } from "../schema.ts";
import { PRODUCT } from "./product-kind.ts";
import type { ProductId } from "./schema.ts";

/** Takes a product off sale; its subscriptions continue. Throws product_not_found. Idempotent. */
export function archiveProduct(
  scope: Scope,
  input: z.output<typeof ProductId>,
): Promise<z.output<typeof Product>> {
  return archiveCatalogObject(scope, PRODUCT, input.product_id);
}
