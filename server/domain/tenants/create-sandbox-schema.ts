import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";

export const CreateSandbox = z.strictObject({});

export const CreatedSandbox = z.object({ tenant_id: z.string(), slug: z.string() });

export const createSandboxMeta = internalOperation({
  role: "ADMIN",
  errors: ["tenant_slug_taken", "tenant_is_sandbox"],
});
