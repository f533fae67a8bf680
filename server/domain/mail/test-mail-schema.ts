import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";

export const TestedMail = z.object({
  id: z.string(),
  to: z.string().meta({ description: "The address of the member who asked." }),
});

export const testMailMeta = internalOperation({ role: "ADMIN" });
