import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier } from "../../../platform/schema/common.ts";
import { EntitlementInput } from "./schema.ts";

export const CreatePack = z
  .strictObject({
    plan_id: Identifier,
    from_pack_id: Identifier.optional().meta({
      description: "Copy the entitlements of another version.",
    }),
    entitlements: z.array(EntitlementInput).max(200).optional(),
  })
  .refine(({ from_pack_id, entitlements }) => from_pack_id === undefined || entitlements === undefined, {
    path: ["from_pack_id"],
    error: "cannot be combined with entitlements",
  })
  .meta({ id: "CreatePackRequest" });

export const createPackMeta = writing(
  "POST",
  "/v1/catalog/packs",
  "Create a pack",
  "A draft of the next version of a plan's entitlements.",
  {
    status: 201,
    isAtomic: true,
    errors: [
      "plan_not_found",
      "pack_not_found",
      "catalog_object_archived",
      "entitlement_invalid",
      "currency_unknown",
      "currency_not_sold",
      "amount_not_chargeable",
      "feature_key_unknown",
    ],
  },
);
