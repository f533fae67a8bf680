import { router, tenantProcedure } from "../../../trpc/init.ts";
import { reading, writing } from "../meta.ts";
import * as schema from "../schema.ts";
import { archiveProduct } from "./archive-product.ts";
import { createProduct } from "./create-product.ts";
import { getProduct } from "./get-product.ts";
import { listProducts } from "./list-products.ts";
import { updateProduct } from "./update-product.ts";

/** Products: what is sold. */
export const productsRouter = router({
  create: tenantProcedure
    .meta(
      writing("POST", "/v1/catalog/products", "Create a product", "What is sold; its plans are its tiers.", {
        status: 201,
        isAtomic: true,
        errors: ["K5006"],
      }),
    )
    .input(schema.CreateProduct)
    .output(schema.Product)
    .mutation(({ ctx, input }) => createProduct(ctx.scope, input)),
  list: tenantProcedure
    .meta(reading("/v1/catalog/products", "List products", "Newest first."))
    .input(schema.ListProducts)
    .output(schema.ProductPage)
    .query(({ ctx, input }) => listProducts(ctx.scope, input)),
  get: tenantProcedure
    .meta(
      reading("/v1/catalog/products/{product_id}", "Get a product", "One product.", { errors: ["K5001"] }),
    )
    .input(schema.ProductId)
    .output(schema.Product)
    .query(({ ctx, input }) => getProduct(ctx.scope, input)),
  update: tenantProcedure
    .meta(
      writing(
        "PATCH",
        "/v1/catalog/products/{product_id}",
        "Change a product",
        "Its words, order and free plan.",
        {
          errors: ["K5001", "K5002", "K5008"],
        },
      ),
    )
    .input(schema.UpdateProduct)
    .output(schema.Product)
    .mutation(({ ctx, input }) => updateProduct(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/products/{product_id}/archive",
        "Archive a product",
        "Takes it off sale; subscriptions go on.",
        { errors: ["K5001"] },
      ),
    )
    .input(schema.ProductId)
    .output(schema.Product)
    .mutation(({ ctx, input }) => archiveProduct(ctx.scope, input)),
});
