import { portalOperation } from "../../../platform/schema/operation.ts";
import { router, tenantProcedure } from "../../../trpc/init.ts";
import * as payment from "../payment-methods/payment-methods.ts";
import * as paymentSchema from "../payment-methods/schema.ts";
import { createPortalSession } from "./create-portal-session.ts";
import { lookAtPortal } from "./look-at-portal.ts";
import * as schema from "./schema.ts";

/** The customer portal. */
export const portalRouter = router({
  openProvider: tenantProcedure
    .meta(paymentSchema.openProviderPortalMeta)
    .input(paymentSchema.OpenPortal)
    .output(paymentSchema.ProviderPortal)
    .mutation(({ ctx, input }) => payment.openProviderPortal(ctx.scope, input)),
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
