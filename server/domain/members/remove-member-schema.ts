import { z } from "zod";
import { Identifier } from "../../platform/schema/common.ts";

export const MemberId = z.strictObject({ user_id: Identifier });

export const RemovedMember = z.object({ user_id: z.string(), removed: z.literal(true) });
