import { reading } from "../../../platform/schema/catalog-operation.ts";

export const getPackMeta = reading(
  "/v1/catalog/packs/{pack_id}",
  "Get a pack",
  "One version with its entitlements.",
  {
    errors: ["pack_not_found"],
  },
);
