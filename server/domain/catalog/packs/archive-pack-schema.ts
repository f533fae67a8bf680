import { writing } from "../../../platform/schema/catalog-operation.ts";

export const archivePackMeta = writing(
  "POST",
  "/v1/catalog/packs/{pack_id}/archive",
  "Archive a pack",
  "Takes a version off sale for good; it still serves the subscriptions pinned to it.",
  { errors: ["pack_not_found", "pack_status_conflict"] },
);
