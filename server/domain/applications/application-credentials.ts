import { randomSecret, sha256 } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import type { Tx } from "../../platform/scope.ts";

/** Credentials as they are shown once. */
export interface NewCredentials {
  appId: string;
  clientSecret: string | null;
}

interface Owner {
  tenantId: string;
  applicationId: string;
  kind: "SERVER" | "BROWSER";
}

/**
 * Gives an application a new identifier and, when it is a SERVER one, a new client secret. Secrets have 256 random bits and
 * only their SHA-256 is kept; a BROWSER identifier is public but kept the same way, so that there is one way to look up.
 */
export async function issueCredentials(tx: Tx, owner: Owner, now: Date): Promise<NewCredentials> {
  const appId = owner.kind === "SERVER" ? `app_sec_${randomSecret()}` : `app_pub_${randomSecret(128)}`;
  const clientSecret = owner.kind === "SERVER" ? `cs_${randomSecret()}` : null;
  await keep(tx, owner, "IDENTIFIER", appId, now);
  if (clientSecret) await keep(tx, owner, "CLIENT_SECRET", clientSecret, now);
  const { tenantId, applicationId } = owner;
  await tx.applicationDirectory.create({ data: { lookup: sha256(appId), tenantId, applicationId } });
  return { appId, clientSecret };
}

async function keep(
  tx: Tx,
  owner: Owner,
  kind: "IDENTIFIER" | "CLIENT_SECRET",
  value: string,
  now: Date,
): Promise<void> {
  const { tenantId, applicationId } = owner;
  const credential = {
    tenantId,
    applicationId,
    id: newId("credential"),
    kind,
    hash: sha256(value),
    hint: value.slice(-4),
  };
  await tx.applicationCredential.create({ data: { ...credential, createdAt: now } });
}
