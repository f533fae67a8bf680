import { z } from "zod";
import { Timestamp } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { ACCOUNT_FIELDS, DRIFT_PATH } from "./schema.ts";

export const ReconciliationRun = z
  .object({
    state: z.enum(["DONE", "ANOTHER_ACCOUNT", "TOO_MANY", "FAILED"]).meta({
      description: "As a comparison's; FAILED: it could not be made, failure_code says why.",
    }),
    checked_at: Timestamp,
    ...ACCOUNT_FIELDS,
    failure_code: z.string().nullable(),
    ours: z.number().int(),
    theirs: z.number().int(),
    differences: z.number().int().meta({ description: "What still differs." }),
    mended: z.number().int(),
    failed: z.number().int(),
  })
  .meta({ id: "ReconciliationRun" });

export const LastRun = z.object({
  run: ReconciliationRun.nullable().meta({ description: "null: none was made yet." }),
});

export const lastRunMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: `${DRIFT_PATH}/run`,
  summary: "Get the result of the last comparison",
  description: "The hourly job's, or one that a person asked for.",
});
