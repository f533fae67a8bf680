import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";

export const Count = z.number().int().min(0);

export const MigrationEffective = z.enum(["now", "period_end"]);

export const PackMigration = z
  .object({
    id: z.string(),
    from_pack_id: z.string(),
    to_pack_id: z.string(),
    effective: MigrationEffective,
    status: z.enum(["PENDING", "RUNNING", "DONE", "ROLLED_BACK", "FAILED"]),
    total: Count,
    moved: Count,
    rolled_back: Count,
    skipped: Count.meta({
      description:
        "Subscribers who stay on their pack: the new one bills use past a limit, their price is 0, and they have no card.",
    }),
    created_by: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "PackMigration" });
