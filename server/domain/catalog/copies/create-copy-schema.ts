import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { text } from "../../../platform/schema/common.ts";

export const CreateCopy = z
  .strictObject({
    version: text(100).meta({ description: "Of the preview that is to be carried out." }),
    publish: z.boolean().default(true).meta({
      description:
        "Whether new versions of packs go on sale at once; false: they become drafts. Subscriptions keep the version they have in either case.",
    }),
  })
  .meta({ id: "CreateCatalogCopyRequest" });

export const createCopyMeta = writing(
  "POST",
  "/v1/catalog/copies",
  "Copy the catalog",
  "Copies the catalog of the sandbox to the caller's LIVE tenant, or the other way round: exactly what the preview of that version shows, all of it or nothing. It takes nothing away.",
  {
    status: 201,
    isAtomic: true,
    errors: [
      "tenant_access_denied",
      "catalog_value_taken",
      "catalog_object_archived",
      "entitlement_invalid",
      "catalog_preview_stale",
      "catalog_copy_conflict",
      "catalog_source_missing",
    ],
  },
);
