import { z } from "zod";
import { text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { ApplicationOrigin, ApplicationScopes } from "../tenants/schema.ts";

export const CreateApplication = z.strictObject({
  name: text(100),
  kind: z.enum(["SERVER", "BROWSER"]),
  allowed_origins: z.array(ApplicationOrigin).max(50).default([]),
  scopes: ApplicationScopes.default([]).meta({ description: "billing:admin makes its tokens admin tokens." }),
});

export const createApplicationMeta = operation({
  tag: "Applications",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "POST",
  path: "/v1/applications",
  isAtomic: true,
  status: 201,
  summary: "Create an application",
  description:
    "A caller of the API. The identifier of a SERVER application and its client secret are shown this once.",
  errors: ["origin_not_secure"],
});
