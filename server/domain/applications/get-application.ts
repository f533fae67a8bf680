import { ApiError } from "../../errors/api-error.ts";
import type { Scope, Tx } from "../../platform/scope.ts";

/** An application of the scope's tenant with its present identifiers, newest first. Throws application_not_found. */
export async function getApplicationOrThrow(tx: Tx, scope: Scope, id: string) {
  const application = await tx.application.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: { credentials: { where: { kind: "IDENTIFIER" }, orderBy: { createdAt: "desc" } } },
  });
  if (!application) throw new ApiError("application_not_found");
  return application;
}
