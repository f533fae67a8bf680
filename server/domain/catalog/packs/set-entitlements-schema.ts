import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier } from "../../../platform/schema/common.ts";
import { EntitlementInput } from "./schema.ts";

export const SetEntitlements = z
  .strictObject({ pack_id: Identifier, entitlements: z.array(EntitlementInput).max(200) })
  .meta({ id: "SetEntitlementsRequest" });

export const setEntitlementsMeta = writing(
  "PUT",
  "/v1/catalog/packs/{pack_id}/entitlements",
  "Set a draft's entitlements",
  "Replaces the whole bundle of a draft.",
  {
    errors: [
      "pack_not_found",
      "pack_status_conflict",
      "catalog_object_archived",
      "entitlement_invalid",
      "currency_unknown",
      "currency_not_sold",
      "amount_not_chargeable",
      "feature_key_unknown",
    ],
  },
);
