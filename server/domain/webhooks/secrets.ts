import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import type { Vault } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { newSecret } from "./deliveries/sign.ts";

/** A secret as it is stored: encrypted for its own row. */
export interface SealedSecret {
  id: string;
  sealed: string;
}

/** Gives an endpoint a new secret; its current ones sign for at most overlapSeconds longer. Returns the secret, only this once. */
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
  const data = { tenantId, id, endpointId, ...sealSecret(vault, id, secret), createdAt: now };
  await tx.webhookSecret.create({ data });
  return secret;
}

/** Encrypts a secret for its own row. */
export function sealSecret(vault: Vault, id: string, secret: string): Pick<SealedSecret, "sealed"> {
  return { sealed: vault.encrypt(secret, context(id)) };
}

/** When the secret that signs was made, and until when a former one signs, too. Throws webhook_endpoint_not_found. */
export async function readSecrets({ tenantId, clock, db }: Scope, endpointId: string) {
  const [current, former] = await db.webhookSecret.findMany({
    where: { tenantId, endpointId, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] },
    orderBy: { expiresAt: { sort: "desc", nulls: "first" } },
  });
  if (!current) throw new ApiError("webhook_endpoint_not_found");
  return {
    secret_created_at: current.createdAt.toISOString(),
    former_secret_until: former?.expiresAt?.toISOString() ?? null,
  };
}

/** Decrypts a secret. Throws when it was encrypted with another installation's secret. */
export function openSecret(vault: Vault, { id, sealed }: SealedSecret): string {
  return vault.decrypt(sealed, context(id));
}

function context(id: string): string {
  return `webhook_secret:${id}`;
}
