import { z } from "zod";
import { reading } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { Pack } from "./schema.ts";

export const ListPacks = z.strictObject({ ...pageQuery, plan_id: Identifier.optional() });

export const PackPage = pageOf(Pack);

export const listPacksMeta = reading(
  "/v1/catalog/packs",
  "List packs",
  "Newest first, of one plan when it is named.",
  {
    errors: ["plan_not_found"],
  },
);
