import { reading, writing } from "../meta.ts";

export const previewCopyMeta = reading(
  "/v1/catalog/copies/preview",
  "Preview a copy of the catalog",
  "What copying the catalog between a LIVE tenant and its sandbox would do to the caller's tenant: from the sandbox where the caller's tenant is LIVE, and the other way round.",
  { scope: "billing:admin", errors: ["tenant_access_denied", "catalog_source_missing"] },
);

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
