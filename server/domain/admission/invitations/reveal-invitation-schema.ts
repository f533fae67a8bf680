import { z } from "zod";
import { internalOperation } from "../../../platform/schema/operation.ts";

export const RevealedInvitation = z.object({
  id: z.string(),
  secret: z.string().meta({ description: "The code, or the token of the link." }),
});

/** The secret lets its holder register as the invited person, so each access is in the audit log. */
export const revealTokenMeta = internalOperation({ role: "ADMIN", errors: ["invitation_not_found"] });

export const revealCodeMeta = internalOperation({ role: "ADMIN", errors: ["invitation_not_found"] });
