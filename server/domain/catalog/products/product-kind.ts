import type { z } from "zod";
import type { Prisma, Product } from "../../../platform/database/client/client.ts";
import type { CatalogKind } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { viewProduct } from "../views.ts";
import { getProductOrThrow, lockProduct } from "./get-product.ts";

type Data = Pick<
  Prisma.ProductUncheckedUpdateInput,
  "name" | "description" | "position" | "freePlanId" | "translations"
>;

export const PRODUCT: CatalogKind<Product, Data, z.output<typeof schema.Product>> = {
  name: "product",
  async lock(tx, scope, id) {
    await lockProduct(tx, scope, id);
    return getProductOrThrow(tx, scope, id);
  },
  save: (tx, key, data) => tx.product.update({ where: { tenantId_id: key }, data }),
  view: viewProduct,
};
