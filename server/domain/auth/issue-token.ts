import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { sha256 } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import type { Services } from "../scope.ts";
import { ACCESS_TOKEN_AUDIENCE, ACCESS_TOKEN_SECONDS } from "./access-token.ts";
import type { AccessToken, IssueToken } from "./schema.ts";

type Input = z.output<typeof IssueToken>;

/**
 * Grants an access token (RFC 6749 §4.4): a SERVER application shows its client id and secret, in the body or by HTTP
 * Basic (§2.3.1). K2007 wrong credentials, K2008 another grant type, K2006 a scope it was not granted.
 */
export async function issueToken(
  services: Services,
  input: Input,
  authorization: string | null,
): Promise<z.output<typeof AccessToken>> {
  if (input.grant_type !== "client_credentials") {
    throw new ApiError("K2008", {
      details: { grant_type: input.grant_type, supported: "client_credentials" },
    });
  }
  const client = await authenticateClient(services, input, authorization);
  const scopes = chooseScopes(input.scope, client.scopes);
  const token = await services.keyring.sign(
    { tenant_id: client.tenantId, app_id: client.id, scope: scopes.join(" ") },
    {
      audience: ACCESS_TOKEN_AUDIENCE,
      subject: client.id,
      lifetimeSeconds: ACCESS_TOKEN_SECONDS,
      id: newId("token"),
    },
  );
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: scopes.join(" "),
  };
}

async function authenticateClient(services: Services, input: Input, authorization: string | null) {
  const basic = readBasic(authorization);
  const id = basic?.id ?? input.client_id;
  const secret = basic?.secret ?? input.client_secret;
  if (!id || !secret) throw new ApiError("K2007");
  const entry = await services.db.applicationDirectory.findUnique({
    where: { lookup: id },
    include: { application: true, tenant: { select: { suspendedAt: true } } },
  });
  if (!entry) throw new ApiError("K2007");
  const credential = await services.db.applicationCredential.findUnique({
    where: { tenantId_kind_hash: { tenantId: entry.tenantId, kind: "CLIENT_SECRET", hash: sha256(secret) } },
  });
  const hasExpired = credential?.expiresAt && credential.expiresAt <= services.clock.now();
  const isOwn = credential?.applicationId === entry.applicationId;
  if (!isOwn || hasExpired || entry.application.revokedAt || entry.tenant.suspendedAt)
    throw new ApiError("K2007");
  return entry.application;
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
    throw new ApiError("K2007");
  }
}

function chooseScopes(wanted: string | undefined, granted: string[]): string[] {
  if (wanted === undefined) return granted;
  const scopes = [...new Set(wanted.split(" ").filter((scope) => scope !== ""))];
  const missing = scopes.find((scope) => !granted.includes(scope));
  if (missing !== undefined) throw new ApiError("K2006", { details: { scope: missing } });
  return scopes;
}
