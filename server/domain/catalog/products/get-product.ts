import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Product } from "../schema.ts";
import { viewProduct } from "../views.ts";
import type { ProductId } from "./schema.ts";

/** The tenant's product of that id. Throws product_not_found. */
export async function getProductOrThrow(tx: Tx, scope: Scope, id: string) {
  const product = await tx.product.findUnique({ where: { tenantId_id: { tenantId: scope.tenantId, id } } });
  if (!product) throw new ApiError("product_not_found");
  return product;
}

/** Locks the product until the transaction ends; plans of it are still saved meanwhile. */
export async function lockProduct(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from products where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
}

/** Throws product_not_found. */
export async function getProduct(
  scope: Scope,
  input: z.output<typeof ProductId>,
): Promise<z.output<typeof Product>> {
  return viewProduct(await getProductOrThrow(scope.db, scope, input.product_id));
}
