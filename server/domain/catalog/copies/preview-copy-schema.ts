import { z } from "zod";
import { reading } from "../../../platform/schema/catalog-operation.ts";
import { CopyCounts, CopySide } from "./schema.ts";

const Change = z
  .object({
    feature_key: z
      .string()
      .nullable()
      .meta({ description: "Of a pack: the feature whose entitlement differs." }),
    field: z.string().meta({
      description: "The field as the catalog's own operations name it; entitlement: a whole one of a pack.",
    }),
    before: z.unknown().meta({ description: "In the catalog that is written to; null where it is new." }),
    after: z.unknown().meta({ description: "In the catalog that is copied; null where it is taken out." }),
  })
  .meta({ id: "CatalogCopyChange" });

const Item = z
  .object({
    kind: z.enum(["FEATURE", "PRODUCT", "PLAN", "PRICE", "PACK"]),
    change: z.enum(["NEW", "CHANGED", "UNCHANGED", "CONFLICT", "ONLY_HERE"]).meta({
      description:
        "CONFLICT: it cannot be copied, and nothing is until that is solved. ONLY_HERE: the catalog that is copied lacks it; it stays as it is.",
    }),
    key: z.string().meta({ description: "Slugs from the product down, or the key of a feature." }),
    name: z.string(),
    changes: z.array(Change).meta({
      description:
        "What differs; of a new object all that it has. A price whose amount differs is archived, and a new one takes its place.",
    }),
    reason: z.string().nullable().meta({ description: "Of a conflict: why, and what to do." }),
  })
  .meta({ id: "CatalogCopyItem" });

export const CopyPreview = z
  .object({
    version: z
      .string()
      .meta({ description: "Names this preview: send it to copy exactly what it shows, or nothing." }),
    from: CopySide,
    to: CopySide,
    counts: CopyCounts,
    items: z.array(Item),
  })
  .meta({ id: "CatalogCopyPreview" });

export const previewCopyMeta = reading(
  "/v1/catalog/copies/preview",
  "Preview a copy of the catalog",
  "What copying the catalog between a LIVE tenant and its sandbox would do to the caller's tenant: from the sandbox where the caller's tenant is LIVE, and the other way round.",
  { scope: "billing:admin", errors: ["tenant_access_denied", "catalog_source_missing"] },
);
