import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";
import { Member } from "./schema.ts";

export const Members = z.object({ members: z.array(Member) });

export const listMembersMeta = internalOperation({ role: "VIEWER" });
