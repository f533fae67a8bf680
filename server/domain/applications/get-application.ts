import { ApiError } from "../../errors/api-error.ts";
import type { Scope, Tx } from "../../platform/scope.ts";

/** An application of the scope's tenant with its present identifiers, newest first. K3002 when there is none. */
export async function getApplicationOrThrow(tx: Tx, scope: Scope, id: string) {
  const application = await tx.application.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: { credentials: { where: { kind: "IDENTIFIER" }, orderBy: { createdAt: "desc" } } },
  });
  if (!application) throw new ApiError("K3002");
  return application;
}
