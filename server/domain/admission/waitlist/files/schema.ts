import { z } from "zod";
import { searchText } from "../../../../platform/schema/common.ts";

export const ImportedWaitlist = z
  .object({
    joined: z.number().int().meta({ description: "Entries that are new." }),
    known: z.number().int().meta({ description: "Addresses that were there already; left as they are." }),
    refused: z.number().int().meta({ description: "Lines that could not be imported." }),
    issues: z.array(z.object({ line: z.number().int(), message: z.string() })).meta({
      description:
        "Why, for the first 1,000 refused lines, and what was left out of others. Lines count from 1, the header included.",
    }),
  })
  .meta({ id: "ImportedWaitlist" });

export const ExportWaitlist = z.strictObject({
  status: z.enum(["PENDING", "INVITED", "REGISTERED", "REJECTED"]).optional(),
  q: searchText(200).optional().meta({
    description: "The beginning of an address, `@` and the beginning of a domain, or an entry's id.",
  }),
});
