import { z } from "zod";

export const CopySide = z.object({ tenant_id: z.string(), slug: z.string(), mode: z.enum(["LIVE", "TEST"]) });

export const CopyCounts = z
  .object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    conflict: z.number().int(),
    only_here: z.number().int(),
  })
  .meta({ description: "How many items have each change." });

export const Copy = z
  .object({ version: z.string(), from: CopySide, to: CopySide, published: z.boolean(), counts: CopyCounts })
  .meta({ id: "CatalogCopy" });
