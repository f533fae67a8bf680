import { portalOperation } from "../../../platform/schema/operation.ts";
import { router, tenantProcedure } from "../../../trpc/init.ts";
import * as payment from "../payment-methods/payment-methods.ts";
import * as paymentSchema from "../payment-methods/schema.ts";
import { createPortalSession } from "./create-portal-session.ts";
import * as schema from "./schema.ts";
import { viewPortal } from "./view-portal.ts";

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
    .input(schema.ViewPortal)
    .output(schema.PortalView)
    .query(({ ctx }) => viewPortal(ctx.scope)),
});
