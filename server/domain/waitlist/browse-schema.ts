import { z } from "zod";
import { pageOf, pageQuery, Timestamp, text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { ImportedWaitlist } from "./file-schema.ts";
import { WaitlistEntry } from "./schema.ts";

export const BrowseWaitlist = z.strictObject({
  ...pageQuery,
  q: text(200).optional().meta({ description: "The beginning of an address, or an entry's id." }),
  status: WaitlistEntry.shape.status.optional(),
  sort: z.enum(["created_at", "email"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("asc"),
});

const WaitlistRow = WaitlistEntry.pick({
  id: true,
  email: true,
  name: true,
  status: true,
  created_at: true,
  invited_at: true,
}).extend({ referral_count: z.number().int(), registered_at: Timestamp.nullable() });

export const WaitlistRows = pageOf(WaitlistRow);

const MOST_CHARACTERS = 4_000_000;

export const ImportText = z.strictObject({
  csv: z.string().min(1).max(MOST_CHARACTERS).meta({ description: "A part of a file, its header first." }),
});

export const ImportedText = ImportedWaitlist;

export const browseWaitlistMeta = internalOperation({ role: "VIEWER" });
export const importTextMeta = internalOperation({ role: "ADMIN", errors: ["K4012"] });
