import { Identifier, TimestampInput } from "../../platform/schema/common.ts";

export const auditRange = {
  actor_id: Identifier.optional(),
  action: Identifier.optional(),
  object_id: Identifier.optional(),
  from: TimestampInput.optional().meta({ description: "Only what was done at this moment or later." }),
  to: TimestampInput.optional().meta({ description: "Only what was done before this moment." }),
};
