import { z } from "zod";
import { text } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { clientFields } from "../schema.ts";

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

export const issueTokenMeta = operation({
  method: "POST",
  tag: "Auth",
  security: "none",
  isOAuth: true,
  throttle: { points: 300, seconds: 60 },
  path: "/v1/auth/token",
  contentTypes: ["application/json", "application/x-www-form-urlencoded"],
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
