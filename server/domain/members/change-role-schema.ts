import { z } from "zod";
import { Identifier } from "../../platform/schema/common.ts";
import { MemberRole } from "./schema.ts";

export const ChangeRole = z.strictObject({ user_id: Identifier, role: MemberRole });
