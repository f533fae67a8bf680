import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { TenantGrant } from "./schema.ts";
import { giveGrant, listGrants, revokeGrant } from "./tenant-grants.ts";
import {
  GiveGrant,
  giveGrantMeta,
  listGrantsMeta,
  revokeGrantMeta,
  TenantGrants,
} from "./tenant-grants-schema.ts";

/** Which other tenants may list the waitlist. A row belongs to the reading tenant, but only the tenant that grants access writes it, without row-level security, so that a reader cannot grant itself anything. */
export const tenantGrantsRouter = router({
  list: query(listGrantsMeta, Nothing, TenantGrants, (scope) => listGrants(withoutRls(scope))),
  create: mutation(giveGrantMeta, GiveGrant, TenantGrant, (scope, input) =>
    giveGrant(withoutRls(scope), input),
  ),
  delete: mutation(revokeGrantMeta, GiveGrant, TenantGrant, (scope, input) =>
    revokeGrant(withoutRls(scope), input),
  ),
});
