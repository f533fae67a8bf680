import { z } from "zod";
import { reading } from "../../../platform/schema/catalog-operation.ts";
import { pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { Product } from "../schema.ts";

export const ListProducts = z.strictObject({ ...pageQuery });

export const ProductPage = pageOf(Product);

export const listProductsMeta = reading("/v1/catalog/products", "List products", "Newest first.");
