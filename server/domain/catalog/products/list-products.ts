import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import type * as schema from "../schema.ts";
import { viewProduct } from "../views.ts";

/** Newest first. */
export async function listProducts(
  scope: Scope,
  input: z.output<typeof schema.ListProducts>,
): Promise<z.output<typeof schema.ProductPage>> {
  const rows = await scope.db.product.findMany(newestFirst(scope.tenantId, input));
  return toPage(rows, input.limit, viewProduct);
}
