import { z } from "zod";
import { text } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { clientFields } from "../schema.ts";

export const RevokeToken = z
  .strictObject({
    token: text(1024).meta({ description: "A refresh or access token of a user." }),
    token_type_hint: text(64).optional(),
    ...clientFields,
  })
  .meta({ id: "RevokeTokenRequest" });

export const RevokedToken = z.object({}).meta({ id: "RevokedToken" });

export const revokeTokenMeta = operation({
  method: "POST",
  tag: "Auth",
  security: "none",
  isOAuth: true,
  throttle: { points: 300, seconds: 60 },
  path: "/v1/auth/revoke",
  contentTypes: ["application/json", "application/x-www-form-urlencoded"],
  summary: "Revoke a token",
  description: "RFC 7009: ends the session that the token belongs to. An unknown token is answered alike.",
  errors: ["token_of_other_tenant", "client_credentials_invalid", "origin_not_allowed", "too_many_requests"],
});
