import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { viewProduct } from "../views.ts";
import type { ListProducts, ProductPage } from "./list-products-schema.ts";

/** Newest first. */
export async function listProducts(
  scope: Scope,
  input: z.output<typeof ListProducts>,
): Promise<z.output<typeof ProductPage>> {
  const rows = await scope.db.product.findMany(newestFirst(scope.tenantId, input));
  return toPage(rows, input.limit, viewProduct);
}
