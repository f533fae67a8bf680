import { z } from "zod";
import { Identifier } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { TenantGrant } from "./schema.ts";

export const GiveGrant = z
  .strictObject({ tenant_id: Identifier.meta({ description: "The tenant that may read your waitlist." }) })
  .meta({ id: "TenantGrantRequest" });

export const TenantGrants = z
  .object({
    given: z.array(TenantGrant).meta({ description: "The tenants that may read your waitlist." }),
    received: z.array(TenantGrant).meta({ description: "The tenants whose waitlist you may read." }),
  })
  .meta({ id: "TenantGrants" });

export const listGrantsMeta = operation({
  tag: "Settings",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/tenant-grants",
  summary: "List the grants of your tenant",
  description:
    "Which tenants may list your waitlist, and whose waitlist you may list. A LIVE tenant reads its sandbox's without a grant.",
});

export const giveGrantMeta = operation({
  tag: "Settings",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: "/v1/tenant-grants",
  status: 201,
  role: "OWNER",
  isAtomic: true,
  summary: "Let another tenant list your waitlist",
  description:
    "Only for OWNERs, not with an application's token. Your sandbox needs a grant, too. Idempotent.",
  errors: ["role_insufficient", "tenant_not_found"],
});

export const revokeGrantMeta = operation({
  tag: "Settings",
  security: "app+jwt",
  scope: "billing:admin",
  method: "DELETE",
  path: "/v1/tenant-grants/{tenant_id}",
  role: "OWNER",
  isAtomic: true,
  summary: "Revoke a grant",
  description: "Requests of that tenant for your waitlist are refused from then on. Only for OWNERs.",
  errors: ["role_insufficient", "tenant_grant_not_found"],
});
