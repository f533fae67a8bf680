import { z } from "zod";
import { text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

export const IssueToken = z
  .strictObject({
    grant_type: text(64).meta({ description: "client_credentials." }),
    client_id: text(255)
      .optional()
      .meta({ description: "The application's id; may come by HTTP Basic instead." }),
    client_secret: text(255)
      .optional()
      .meta({ description: "The application's client secret; may come by HTTP Basic instead." }),
    scope: text(255)
      .optional()
      .meta({ description: "Scopes wanted, separated by blanks; all that were granted when left out." }),
  })
  .meta({ id: "TokenRequest" });

export const AccessToken = z
  .object({
    access_token: z
      .string()
      .meta({ description: "A JSON Web Token signed ES256; keys at /.well-known/jwks.json." }),
    token_type: z.literal("Bearer"),
    expires_in: z.number().int().meta({ description: "Seconds until it expires." }),
    scope: z.string(),
  })
  .meta({ id: "AccessToken" });

export const issueTokenMeta = operation({
  method: "POST",
  path: "/v1/auth/token",
  tag: "Auth",
  security: "none",
  isOAuth: true,
  contentTypes: ["application/json", "application/x-www-form-urlencoded"],
  summary: "Get an access token",
  description:
    "OAuth 2.0 token endpoint (RFC 6749). client_credentials: for a SERVER application's back end. The token lasts 15 minutes.",
  errors: ["K2006", "K2007", "K2008"],
});
