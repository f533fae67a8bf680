import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { forgetCatalog } from "../find-free-plans.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import type * as schema from "../schema.ts";
import { viewProduct } from "../views.ts";

type View = z.output<typeof schema.Product>;

/** The tenant's product of that id. K5001. */
export async function getProductOrThrow(tx: Tx, scope: Scope, id: string) {
  const product = await tx.product.findUnique({ where: { tenantId_id: { tenantId: scope.tenantId, id } } });
  if (!product) throw new ApiError("K5001");
  return product;
}

/** Locks the product until the transaction ends; plans of it are still saved meanwhile. */
export async function lockProduct(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from products where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
}

/** K5006 a taken slug. */
export async function createProduct(
  scope: Scope,
  input: z.output<typeof schema.CreateProduct>,
): Promise<View> {
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

/** K5001, K5002 a free plan of another product, K5008 an archived one. */
export async function updateProduct(
  scope: Scope,
  input: z.output<typeof schema.UpdateProduct>,
): Promise<View> {
  const { tenantId, clock } = scope;
  const view = await scope.db.$transaction(async (tx) => {
    await lockProduct(tx, scope, input.product_id);
    const before = await getProductOrThrow(tx, scope, input.product_id);
    if (input.free_plan_id) {
      const plan = await tx.plan.findUnique({ where: { tenantId_id: { tenantId, id: input.free_plan_id } } });
      if (plan?.productId !== before.id) throw new ApiError("K5002");
      if (plan.archivedAt) throw new ApiError("K5008", { details: { thing: "plan" } });
    }
    const { name, description, position, free_plan_id: freePlanId } = input;
    const row = await tx.product.update({
      where: { tenantId_id: { tenantId, id: before.id } },
      data: { name, description, position, freePlanId, updatedAt: clock.now() },
    });
    const after = viewProduct(row);
    await recordChange(tx, scope, {
      type: "product.updated",
      objectType: "product",
      objectId: row.id,
      before: viewProduct(before),
      after,
    });
    return after;
  });
  forgetCatalog(scope);
  return view;
}

/** Takes it off sale; subscriptions go on. K5001. Again is harmless. */
export async function archiveProduct(scope: Scope, input: z.output<typeof schema.ProductId>): Promise<View> {
  const view = await scope.db.$transaction(async (tx) => {
    const before = await getProductOrThrow(tx, scope, input.product_id);
    if (before.archivedAt) return viewProduct(before);
    const now = scope.clock.now();
    const row = await tx.product.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
      data: { archivedAt: now, updatedAt: now },
    });
    const after = viewProduct(row);
    await recordChange(tx, scope, {
      type: "product.archived",
      objectType: "product",
      objectId: row.id,
      before: viewProduct(before),
      after,
    });
    return after;
  });
  forgetCatalog(scope);
  return view;
}

export async function getProduct(scope: Scope, input: z.output<typeof schema.ProductId>): Promise<View> {
  return viewProduct(await getProductOrThrow(scope.db, scope, input.product_id));
}

/** Newest first. */
export async function listProducts(
  scope: Scope,
  input: z.output<typeof schema.ListProducts>,
): Promise<z.output<typeof schema.ProductPage>> {
  const before = decodeCursor(input.cursor);
  const where = { tenantId: scope.tenantId, ...(before && { id: { lt: before } }) };
  const rows = await scope.db.product.findMany({ where, orderBy: { id: "desc" }, take: input.limit + 1 });
  return toPage(rows, input.limit, viewProduct);
}
