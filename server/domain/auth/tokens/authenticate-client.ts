import { ApiError } from "../../../errors/api-error.ts";
import { sha256 } from "../../../platform/crypto.ts";
import type { KnownApplication, Services } from "../../../platform/scope.ts";
import { findApplicationById } from "../../applications/find-application.ts";

/** How a request to the token endpoint names its client. */
export interface ClientCredentials {
  client_id?: string | undefined;
  client_secret?: string | undefined;
  /** The Authorization header as sent. */
  authorization: string | null;
  /** The application of x-app-id, already found. */
  application: KnownApplication | null;
}

/**
 * The client of RFC 6749 §2.3: a SERVER application shows its id and secret, in the body or by HTTP Basic (§2.3.1); a BROWSER application
 * is a public client and names itself by its id or by x-app-id. Throws client_credentials_invalid or token_of_other_tenant.
 */
export async function authenticateClient(
  services: Services,
  credentials: ClientCredentials,
): Promise<KnownApplication> {
  const { application } = credentials;
  const basic = readBasic(credentials.authorization);
  const id = basic?.id ?? credentials.client_id;
  const secret = basic?.secret ?? credentials.client_secret;
  if (id === undefined || id === "") {
    // The identifier of a SERVER application is a secret itself (docs/decisions/003).
    if (application && !secret) return application;
    throw new ApiError("client_credentials_invalid");
  }
  const client = await findApplicationById(services, id);
  if (!client) throw new ApiError("client_credentials_invalid");
  if (client.kind === "SERVER" && !(await isSecretOf(services, client, secret ?? "")))
    throw new ApiError("client_credentials_invalid");
  if (application && application.tenantId !== client.tenantId) throw new ApiError("token_of_other_tenant");
  return client;
}

/** As authenticateClient, for grants that only a SERVER application may use, with its secret. */
export async function authenticateServer(
  services: Services,
  credentials: ClientCredentials,
): Promise<KnownApplication> {
  const client = await authenticateClient(services, { ...credentials, application: null });
  if (client.kind !== "SERVER") throw new ApiError("client_credentials_invalid");
  if (credentials.application && credentials.application.tenantId !== client.tenantId)
    throw new ApiError("token_of_other_tenant");
  return client;
}

async function isSecretOf(services: Services, client: KnownApplication, secret: string): Promise<boolean> {
  const key = { tenantId: client.tenantId, kind: "CLIENT_SECRET", hash: sha256(secret) } as const;
  const credential = await services.db.applicationCredential.findUnique({
    where: { tenantId_kind_hash: key },
  });
  const hasExpired = credential?.expiresAt && credential.expiresAt <= services.clock.now();
  return credential?.applicationId === client.id && !hasExpired;
}

/** HTTP Basic as OAuth uses it: id and secret are form-encoded before they are joined (RFC 6749 §2.3.1). */
function readBasic(header: string | null): { id: string; secret: string } | null {
  const encoded = /^basic +([a-z0-9+/=_-]+)$/i.exec(header ?? "")?.[1];
  if (!encoded) return null;
  const [id, ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  try {
    const decode = (value: string) => decodeURIComponent(value.replaceAll("+", "%20"));
    return { id: decode(id ?? ""), secret: decode(rest.join(":")) };
  } catch {
    throw new ApiError("client_credentials_invalid");
  }
}
