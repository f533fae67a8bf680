import { router } from "../../../trpc/init.ts";
import { mutation } from "../../../trpc/procedures.ts";
import { createCheckout } from "./create-checkout.ts";
import { openVisitorCheckout } from "./open-visitor-checkout.ts";
import * as schema from "./schema.ts";

/** Hosted checkout pages. */
export const checkoutRouter = router({
  create: mutation(schema.createCheckoutMeta, schema.CreateCheckout, schema.Checkout, createCheckout),
  openForVisitor: mutation(
    schema.openVisitorCheckoutMeta,
    schema.OpenVisitorCheckout,
    schema.Checkout,
    openVisitorCheckout,
  ),
});
