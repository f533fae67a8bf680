import { z } from "zod";
import { reading } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { Plan } from "../schema.ts";

export const ListPlans = z.strictObject({ ...pageQuery, product_id: Identifier.optional() });

export const PlanPage = pageOf(Plan);

export const listPlansMeta = reading(
  "/v1/catalog/plans",
  "List plans",
  "Newest first, of one product when it is named.",
  {
    errors: ["product_not_found"],
  },
);
