import { router } from "../../../trpc/init.ts";
import { mutation } from "../../../trpc/procedures.ts";
import { createCheckout } from "./create-checkout.ts";
import { CreateCheckout, createCheckoutMeta } from "./create-checkout-schema.ts";
import { openVisitorCheckout } from "./open-visitor-checkout.ts";
import { OpenVisitorCheckout, openVisitorCheckoutMeta } from "./open-visitor-checkout-schema.ts";
import { Checkout } from "./schema.ts";

/** Hosted checkout pages. */
export const checkoutRouter = router({
  create: mutation(createCheckoutMeta, CreateCheckout, Checkout, createCheckout),
  openForVisitor: mutation(openVisitorCheckoutMeta, OpenVisitorCheckout, Checkout, openVisitorCheckout),
});
