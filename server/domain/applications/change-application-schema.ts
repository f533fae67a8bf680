import { z } from "zod";
import { Identifier, text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { ApplicationOrigin, ApplicationScopes } from "../tenants/schema.ts";

export const UpdateApplication = z.strictObject({
  application_id: Identifier,
  name: text(100).optional(),
  allowed_origins: z.array(ApplicationOrigin).max(50).optional(),
  scopes: ApplicationScopes.optional(),
});

export const ApplicationId = z.strictObject({ application_id: Identifier });

export const RotateApplication = z.strictObject({
  application_id: Identifier,
  overlap_seconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 24 * 3600)
    .default(24 * 3600)
    .meta({ description: "How long the old identifier and secret go on working, in seconds." }),
});

export const updateApplicationMeta = operation({
  tag: "Applications",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "PATCH",
  path: "/v1/applications/{application_id}",
  summary: "Change an application",
  description: "Its name, allowed origins or scopes. Takes effect in every process within a second.",
  errors: ["application_not_found", "origin_not_secure"],
});

export const rotateApplicationMeta = operation({
  tag: "Applications",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "POST",
  path: "/v1/applications/{application_id}/rotate",
  isAtomic: true,
  summary: "Rotate an application's credentials",
  description: "New identifier and client secret; the old ones go on working for overlap_seconds.",
  errors: ["application_not_found"],
});

export const revokeApplicationMeta = operation({
  tag: "Applications",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "POST",
  path: "/v1/applications/{application_id}/revoke",
  summary: "Revoke an application",
  description: "Its identifier, secret and tokens stop working within a second. Cannot be undone.",
  errors: ["application_not_found"],
});
