import { reading } from "../../../platform/schema/catalog-operation.ts";

export const diffPackMeta = reading(
  "/v1/catalog/packs/{pack_id}/diff",
  "Compare a pack",
  "The differences between it and the version on sale.",
  { errors: ["pack_not_found"] },
);
