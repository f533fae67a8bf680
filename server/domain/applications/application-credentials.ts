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
  const { shown, credentials, lookup } = drawCredentials(owner, now);
  await tx.applicationCredential.createMany({ data: credentials });
  await tx.applicationDirectory.create({ data: lookup });
  return shown;
}

/** The same as rows that are still to be written, for a caller that writes those of several applications. */
export function drawCredentials(owner: Owner, now: Date) {
  const { tenantId, applicationId } = owner;
  const appId = owner.kind === "SERVER" ? `app_sec_${randomSecret()}` : `app_pub_${randomSecret(128)}`;
  const clientSecret = owner.kind === "SERVER" ? `cs_${randomSecret()}` : null;
  const kept = (kind: "IDENTIFIER" | "CLIENT_SECRET", value: string) => ({
    tenantId,
    applicationId,
    id: newId("credential"),
    kind,
    hash: sha256(value),
    hint: value.slice(-4),
    createdAt: now,
  });
  return {
    shown: { appId, clientSecret } satisfies NewCredentials,
    credentials: [
      kept("IDENTIFIER", appId),
      ...(clientSecret === null ? [] : [kept("CLIENT_SECRET", clientSecret)]),
    ],
    lookup: { lookup: sha256(appId), tenantId, applicationId },
  };
}
