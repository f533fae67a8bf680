import { z } from "zod";
import { text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

const clientFields = {
  client_id: text(255)
    .optional()
    .meta({ description: "The application's id; may come by HTTP Basic instead." }),
  client_secret: text(255)
    .optional()
    .meta({ description: "The application's client secret; may come by HTTP Basic instead." }),
};

/** Some clients send a field they have no value for. */
const Secret = z.string().min(1).max(1024);

export const IssueToken = z
  .strictObject({
    grant_type: text(64).meta({ description: "client_credentials, password or refresh_token." }),
    ...clientFields,
    username: text(254).optional().meta({ description: "The user's e-mail address; for grant password." }),
    password: Secret.optional().meta({ description: "For grant password." }),
    device: text(255).min(16).optional().meta({
      description:
        "A random secret that you keep on the user's device, such as in a cookie; for grant password. A device that has signed in before is not slowed by what strangers try.",
    }),
    refresh_token: text(1024).optional().meta({ description: "For grant refresh_token; each works once." }),
    scope: text(255)
      .optional()
      .meta({ description: "Scopes wanted, separated by blanks; all that were granted when left out." }),
  })
  .meta({ id: "TokenRequest" });

export const TokenAnswer = z
  .object({
    access_token: z
      .string()
      .meta({ description: "A JSON Web Token signed ES256; keys at /.well-known/jwks.json." }),
    token_type: z.literal("Bearer"),
    expires_in: z.number().int().meta({ description: "Seconds until it expires." }),
    scope: z.string(),
    refresh_token: z
      .string()
      .optional()
      .meta({ description: "Gets the next tokens, once; for users' grants alone." }),
  })
  .meta({ id: "AccessToken" });

export const RevokeToken = z
  .strictObject({
    token: text(1024).meta({ description: "A refresh or access token of a user." }),
    token_type_hint: text(64).optional(),
    ...clientFields,
  })
  .meta({ id: "RevokeTokenRequest" });

export const RevokedToken = z.object({}).meta({ id: "RevokedToken" });

export const SignOut = z
  .strictObject({
    everywhere: z
      .boolean()
      .default(false)
      .meta({ description: "true: all of the user's sessions end, on every device." }),
  })
  .meta({ id: "SignOutRequest" });

export const SignedOut = z
  .object({ success: z.literal(true), sessions_ended: z.number().int() })
  .meta({ id: "SignedOut" });

const oauth = {
  method: "POST",
  tag: "Auth",
  security: "none",
  isOAuth: true,
  contentTypes: ["application/json", "application/x-www-form-urlencoded"],
  throttle: { points: 300, seconds: 60 },
} as const;

export const issueTokenMeta = operation({
  ...oauth,
  path: "/v1/auth/token",
  contentTypes: [...oauth.contentTypes],
  summary: "Get an access token",
  description:
    "OAuth 2.0 token endpoint (RFC 6749). `client_credentials`: for a SERVER application's back end. `password` and " +
    "`refresh_token`: for a user, through a SERVER application (id and secret) or a BROWSER application (its id as " +
    "client_id, or x-app-id). An access token lasts 15 minutes; a refresh token 30 days, once: one that comes back ends " +
    "the session. A BROWSER application's failures count per account and address, 10 in 15 minutes. After 100 failures of strangers at an " +
    "account in an hour, tries from devices and networks that have not signed in before take turns: an answer may take up to 30 seconds.",
  errors: [
    "token_of_other_tenant",
    "scope_missing",
    "client_credentials_invalid",
    "grant_type_unsupported",
    "origin_not_allowed",
    "password_grant_failed",
    "refresh_token_invalid",
    "too_many_requests",
  ],
});

export const revokeTokenMeta = operation({
  ...oauth,
  path: "/v1/auth/revoke",
  contentTypes: [...oauth.contentTypes],
  summary: "Revoke a token",
  description: "RFC 7009: ends the session that the token belongs to. An unknown token is answered alike.",
  errors: ["token_of_other_tenant", "client_credentials_invalid", "origin_not_allowed", "too_many_requests"],
});

export const signOutMeta = operation({
  method: "POST",
  path: "/v1/auth/sign-out",
  tag: "Auth",
  security: "app+jwt",
  isForBrowsers: true,
  isForEndUsers: true,
  isForPortal: false,
  role: "VIEWER",
  summary: "Sign out",
  description:
    "Ends the session of the user's token, or with `everywhere` all sessions of the user, at once.",
  errors: ["user_token_required"],
  throttle: { points: 60, seconds: 60 },
});
