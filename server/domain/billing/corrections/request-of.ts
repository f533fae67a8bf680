import type { CorrectionRequest } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/** The request of ours under whose key something was made at the card provider; null: it was made there. */
export async function requestOf(
  tx: Tx,
  { tenantId }: Scope,
  key: string | null,
): Promise<CorrectionRequest | null> {
  if (key === null) return null;
  return tx.correctionRequest.findUnique({ where: { tenantId_id: { tenantId, id: key } } });
}

/** The scope of who asked for it: a callback may copy it before they do. */
export function inTheNameOf(request: CorrectionRequest | null, scope: Scope): Scope {
  if (request === null) return scope;
  return { ...scope, actor: { type: request.actorType, id: request.actorId } };
}
