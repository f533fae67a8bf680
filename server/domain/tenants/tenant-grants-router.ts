import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { giveGrant, listGrants, revokeGrant } from "./tenant-grants.ts";
import * as grants from "./tenant-grants-schema.ts";

/** Which other tenants may list the waitlist. A row belongs to the reading tenant, but only the tenant that grants access writes it, without row-level security, so that a reader cannot grant itself anything. */
export const tenantGrantsRouter = router({
  list: query(grants.listGrantsMeta, Nothing, grants.TenantGrants, (scope) => listGrants(withoutRls(scope))),
  create: mutation(grants.giveGrantMeta, grants.GiveGrant, grants.TenantGrant, (scope, input) =>
    giveGrant(withoutRls(scope), input),
  ),
  delete: mutation(grants.revokeGrantMeta, grants.GiveGrant, grants.TenantGrant, (scope, input) =>
    revokeGrant(withoutRls(scope), input),
  ),
});
