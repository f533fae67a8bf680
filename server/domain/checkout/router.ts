import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { createCheckout } from "./create-checkout.ts";
import { createSetupIntent } from "./create-setup-intent.ts";
import { describeCardForm } from "./describe-card-form.ts";
import { openVisitorCheckout } from "./open-visitor-checkout.ts";
import * as schema from "./schema.ts";
import * as setup from "./setup-intent-schema.ts";

/** The hosted checkout page and the embedded card form. */
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
  createSetupIntent: tenantProcedure
    .meta(setup.createSetupIntentMeta)
    .input(setup.CreateSetupIntent)
    .output(setup.SetupIntent)
    .mutation(({ ctx, input }) => createSetupIntent(ctx.scope, input)),
  cardForm: tenantProcedure
    .meta(setup.describeCardFormMeta)
    .input(Nothing)
    .output(setup.CardForm)
    .query(({ ctx }) => describeCardForm(ctx.scope)),
});
