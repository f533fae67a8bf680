import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { Product } from "../schema.ts";
import { archiveProduct } from "./archive-product.ts";
import { archiveProductMeta } from "./archive-product-schema.ts";
import { createProduct } from "./create-product.ts";
import { CreateProduct, createProductMeta } from "./create-product-schema.ts";
import { getProduct } from "./get-product.ts";
import { getProductMeta } from "./get-product-schema.ts";
import { listProducts } from "./list-products.ts";
import { ListProducts, listProductsMeta, ProductPage } from "./list-products-schema.ts";
import { ProductId } from "./schema.ts";
import { updateProduct } from "./update-product.ts";
import { UpdateProduct, updateProductMeta } from "./update-product-schema.ts";

/** Products: what is sold. */
export const productsRouter = router({
  create: mutation(createProductMeta, CreateProduct, Product, createProduct),
  list: query(listProductsMeta, ListProducts, ProductPage, listProducts),
  get: query(getProductMeta, ProductId, Product, getProduct),
  update: mutation(updateProductMeta, UpdateProduct, Product, updateProduct),
  archive: mutation(archiveProductMeta, ProductId, Product, archiveProduct),
});
