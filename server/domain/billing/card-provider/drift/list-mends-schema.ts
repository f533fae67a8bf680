import { z } from "zod";
import { pageQuery } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { DRIFT_PATH, DriftMend } from "./schema.ts";

export const ListMends = z.strictObject(pageQuery);

export const DriftMends = z.object({ data: z.array(DriftMend), next_cursor: z.string().nullable() });

export const listMendsMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: `${DRIFT_PATH}/mends`,
  summary: "List what was mended",
  description: "Newest first, with both sides before and after.",
});
