import { z } from "zod";
import { Timestamp } from "../../platform/schema/common.ts";

export const MemberRole = z.enum(["OWNER", "ADMIN", "SUPPORT", "VIEWER"]);

export const Member = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: MemberRole,
  has_joined: z.boolean().meta({ description: "false: invited, and has not chosen a password yet." }),
  has_two_factor: z.boolean(),
  created_at: Timestamp,
});

export const Ready = z.object({ email: z.string() });
