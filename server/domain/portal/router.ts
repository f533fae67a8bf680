import { portalOperation } from "../../platform/schema/operation.ts";
import { router, tenantProcedure } from "../../trpc/init.ts";
import { createPortalSession } from "./create-portal-session.ts";
import { lookAtPortal } from "./look-at-portal.ts";
import * as schema from "./schema.ts";

/** The customer portal. What it does to a subscription are the operations of the lifecycle. */
export const portalRouter = router({
  createSession: tenantProcedure
    .meta(schema.createPortalSessionMeta)
    .input(schema.CreatePortalSession)
    .output(schema.PortalSession)
    .mutation(({ ctx, input }) => createPortalSession(ctx.scope, input)),
  look: tenantProcedure
    .meta(portalOperation())
    .input(schema.LookAtPortal)
    .output(schema.PortalView)
    .query(({ ctx }) => lookAtPortal(ctx.scope)),
});
