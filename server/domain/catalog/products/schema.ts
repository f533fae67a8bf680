import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";

export const ProductId = z.strictObject({ product_id: Identifier });
