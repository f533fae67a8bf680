import { router, tenantProcedure } from "../../../trpc/init.ts";
import { createCheckout } from "./create-checkout.ts";
import { openVisitorCheckout } from "./open-visitor-checkout.ts";
import * as schema from "./schema.ts";

/** Hosted checkout pages. */
export const checkoutRouter = router({
  create: tenantProcedure
    .meta(schema.createCheckoutMeta)
    .input(schema.CreateCheckout)
    .output(schema.Checkout)
    .mutation(({ ctx, input }) => createCheckout(ctx.scope, input)),
  openForVisitor: tenantProcedure
    .meta(schema.openVisitorCheckoutMeta)
    .input(schema.OpenVisitorCheckout)
    .output(schema.Checkout)
    .mutation(({ ctx, input }) => openVisitorCheckout(ctx.scope, input)),
});
