import { z } from "zod";
import { text } from "../../../platform/schema/common.ts";

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

const Side = z.object({ tenant_id: z.string(), slug: z.string(), mode: z.enum(["LIVE", "TEST"]) });

const Counts = z
  .object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    conflict: z.number().int(),
    only_here: z.number().int(),
  })
  .meta({ description: "How many items have each change." });

export const CopyPreview = z
  .object({
    version: z
      .string()
      .meta({ description: "Names this preview: send it to copy exactly what it shows, or nothing." }),
    from: Side,
    to: Side,
    counts: Counts,
    items: z.array(Item),
  })
  .meta({ id: "CatalogCopyPreview" });

export const CreateCopy = z
  .strictObject({
    version: text(100).meta({ description: "Of the preview that is to be carried out." }),
    publish: z.boolean().default(true).meta({
      description:
        "Whether new versions of packs go on sale at once; false: they become drafts. Subscriptions keep the version they have in either case.",
    }),
  })
  .meta({ id: "CreateCatalogCopyRequest" });

export const Copy = z
  .object({ version: z.string(), from: Side, to: Side, published: z.boolean(), counts: Counts })
  .meta({ id: "CatalogCopy" });
