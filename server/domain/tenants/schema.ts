import { z } from "zod";
import { Identifier, pageOf, pageQuery, Timestamp, text } from "../../platform/schema/common.ts";
import { isExactOrigin } from "../../platform/schema/exact-origin.ts";
import { operation } from "../../platform/schema/operation.ts";

const Origin = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .toLowerCase()
  .refine(
    isExactOrigin,
    "Write one exact origin such as https://app.example.com: no wildcard, no path, no user name",
  )
  .meta({
    description:
      "One exact origin, as browsers send it in the header Origin, such as https://app.example.com. http is for localhost, 127.0.0.1, [::1] and the address of this installation (origin_not_secure).",
  });

const Scopes = z.array(z.enum(["billing:admin"])).max(1);

export const Application = z
  .object({
    id: z.string().meta({ description: "Also the OAuth client_id of a SERVER application." }),
    name: z.string(),
    kind: z.enum(["SERVER", "BROWSER"]),
    allowed_origins: z
      .array(z.string())
      .meta({ description: "Origins whose pages may call as this application." }),
    scopes: z.array(z.string()).meta({ description: "Scopes its tokens carry." }),
    identifier_hint: z.string().meta({ description: "The last four characters of its x-app-id value." }),
    created_at: Timestamp,
    updated_at: Timestamp,
    revoked_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().meta({
      description: "When a request last came with its keys, to five minutes; null: never.",
    }),
  })
  .meta({ id: "Application" });

export const ApplicationWithSecrets = Application.extend({
  app_id: z
    .string()
    .meta({ description: "The value of x-app-id. A SERVER application's is secret and shown this once." }),
  client_secret: z
    .string()
    .nullable()
    .meta({ description: "Shown this once; null for a BROWSER application." }),
}).meta({ id: "ApplicationWithSecrets" });

export const CreateApplication = z.strictObject({
  name: text(100),
  kind: z.enum(["SERVER", "BROWSER"]),
  allowed_origins: z.array(Origin).max(50).default([]),
  scopes: Scopes.default([]).meta({ description: "billing:admin makes its tokens admin tokens." }),
});

export const UpdateApplication = z.strictObject({
  application_id: Identifier,
  name: text(100).optional(),
  allowed_origins: z.array(Origin).max(50).optional(),
  scopes: Scopes.optional(),
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

export const ListApplications = z.strictObject({ ...pageQuery });
export const ApplicationPage = pageOf(Application);

const shared = { tag: "Applications", security: "app+jwt", scope: "billing:admin", role: "ADMIN" } as const;

export const createApplicationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/applications",
  isAtomic: true,
  status: 201,
  summary: "Create an application",
  description:
    "A caller of the API. The identifier of a SERVER application and its client secret are shown this once.",
  errors: ["origin_not_secure"],
});
export const listApplicationsMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/applications",
  summary: "List applications",
  description: "The tenant's applications, newest first, without their secrets.",
});
export const updateApplicationMeta = operation({
  ...shared,
  method: "PATCH",
  path: "/v1/applications/{application_id}",
  summary: "Change an application",
  description: "Its name, allowed origins or scopes. Takes effect in every process within a second.",
  errors: ["application_not_found", "origin_not_secure"],
});
export const rotateApplicationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/applications/{application_id}/rotate",
  isAtomic: true,
  summary: "Rotate an application's credentials",
  description: "New identifier and client secret; the old ones go on working for overlap_seconds.",
  errors: ["application_not_found"],
});
export const revokeApplicationMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/applications/{application_id}/revoke",
  summary: "Revoke an application",
  description: "Its identifier, secret and tokens stop working within a second. Cannot be undone.",
  errors: ["application_not_found"],
});
