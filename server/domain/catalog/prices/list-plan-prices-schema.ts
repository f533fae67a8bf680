import { z } from "zod";
import { reading } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { PlanPrice } from "../schema.ts";

export const ListPlanPrices = z.strictObject({ ...pageQuery, plan_id: Identifier.optional() });

export const PlanPricePage = pageOf(PlanPrice);

export const listPricesMeta = reading(
  "/v1/catalog/prices",
  "List plan prices",
  "Newest first, of one plan when it is named.",
  {
    errors: ["plan_not_found"],
  },
);
