import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { KnownApplication, Services } from "../../../platform/scope.ts";
import type { TokenAnswer } from "../schema.ts";
import { signIn } from "../sign-in.ts";
import { chooseScopes, grantAccess } from "./access-token.ts";
import { authenticateClient, authenticateServer } from "./authenticate-client.ts";
import type { IssueToken } from "./issue-token-schema.ts";
import { refreshSession } from "./refresh-session.ts";

type Input = z.output<typeof IssueToken>;
type Answer = z.output<typeof TokenAnswer>;

/** A request to the token endpoint, as the transport passes it on. */
export interface TokenRequest {
  authorization: string | null;
  application: KnownApplication | null;
  address: string;
}

const GRANTS = ["client_credentials", "password", "refresh_token"];

/**
 * Grants tokens (RFC 6749): client_credentials (§4.4) to a SERVER application, password (§4.3) and refresh_token (§6) to a user through an
 * application of either kind.
 */
export async function issueToken(services: Services, input: Input, request: TokenRequest): Promise<Answer> {
  const credentials = { ...input, ...request };
  switch (input.grant_type) {
    case "client_credentials": {
      const { tenantId, id, scopes } = await authenticateServer(services, credentials);
      const chosen = chooseScopes(input.scope, scopes);
      return grantAccess(services, { tenantId, applicationId: id, subject: id, scopes: chosen });
    }
    case "password": {
      const client = await authenticateClient(services, credentials);
      if (input.username === undefined) throw missing("username");
      if (input.password === undefined) throw missing("password");
      const { username, password, device } = input;
      return signIn(services, client, {
        username,
        password,
        device,
        scope: input.scope,
        address: request.address,
      });
    }
    case "refresh_token": {
      const client = await authenticateClient(services, credentials);
      if (input.refresh_token === undefined) throw missing("refresh_token");
      return refreshSession(services, client, { refreshToken: input.refresh_token, scope: input.scope });
    }
    default:
      throw new ApiError("grant_type_unsupported", {
        details: { grant_type: input.grant_type, supported: GRANTS.join(", ") },
      });
  }
}

function missing(path: string): ApiError {
  return new ApiError("fields_invalid", { issues: [{ path, message: "is needed for this grant type" }] });
}
