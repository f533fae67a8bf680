import { addSeconds } from "../../platform/clock.ts";
import type { Vault } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { newSecret } from "./deliveries/sign.ts";

/** A secret as it is kept: sealed for its own row. */
export interface SealedSecret {
  id: string;
  sealed: string;
}

/** Gives an endpoint a new secret; those it has go on signing for overlapSeconds at most. Answers the secret, this once. */
export async function issueSecret(
  tx: Tx,
  { tenantId, vault, clock }: Scope,
  endpointId: string,
  overlapSeconds: number,
): Promise<string> {
  const now = clock.now();
  const endsAt = addSeconds(now, overlapSeconds);
  await tx.webhookSecret.deleteMany({ where: { tenantId, endpointId, expiresAt: { lte: now } } });
  await tx.webhookSecret.updateMany({
    where: { tenantId, endpointId, OR: [{ expiresAt: null }, { expiresAt: { gt: endsAt } }] },
    data: { expiresAt: endsAt },
  });
  const id = newId("webhookSecret");
  const secret = newSecret();
  const sealed = vault.seal(secret, context(id));
  await tx.webhookSecret.create({ data: { tenantId, id, endpointId, sealed, createdAt: now } });
  return secret;
}

/** The secret itself. Throws when it was sealed with another installation's secret. */
export function openSecret(vault: Vault, { id, sealed }: SealedSecret): string {
  return vault.open(sealed, context(id));
}

function context(id: string): string {
  return `webhook_secret:${id}`;
}
