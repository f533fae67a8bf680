import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as schema from "../schema.ts";
import { archiveProduct } from "./archive-product.ts";
import { createProduct } from "./create-product.ts";
import { getProduct } from "./get-product.ts";
import { listProducts } from "./list-products.ts";
import * as meta from "./meta.ts";
import { updateProduct } from "./update-product.ts";

/** Products: what is sold. */
export const productsRouter = router({
  create: mutation(meta.createProductMeta, schema.CreateProduct, schema.Product, createProduct),
  list: query(meta.listProductsMeta, schema.ListProducts, schema.ProductPage, listProducts),
  get: query(meta.getProductMeta, schema.ProductId, schema.Product, getProduct),
  update: mutation(meta.updateProductMeta, schema.UpdateProduct, schema.Product, updateProduct),
  archive: mutation(meta.archiveProductMeta, schema.ProductId, schema.Product, archiveProduct),
});
