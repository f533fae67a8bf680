import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { createCheckout } from "./create-checkout.ts";
import type { OpenVisitorCheckout } from "./open-visitor-checkout-schema.ts";
import type { Checkout } from "./schema.ts";

/**
 * A checkout for a visitor of the public price list, where the tenant's registration is open. The visitor becomes a new customer, whatever
 * address they type: an unverified address gives no access to another customer, and the response does not show whether it is known. Until
 * they pay, no user joins that customer (customers/customer-for-user.ts) and a job removes it after a week (remove-unpaid-visitor.ts).
 * Throws invitation_required or waitlist_invitation_required.
 */
export async function openVisitorCheckout(
  scope: Scope,
  { plan_price_id, drivers, email }: z.output<typeof OpenVisitorCheckout>,
): Promise<z.output<typeof Checkout>> {
  const { signupPolicy } = await getTenant(scope.db, scope);
  if (signupPolicy !== "OPEN")
    throw new ApiError(signupPolicy === "WAITLIST" ? "waitlist_invitation_required" : "invitation_required");
  const customer = `visitor_${newId("customer").slice("cus_".length)}`;
  return createCheckout(scope, {
    plan_price_id,
    customer,
    email,
    isVisitor: true,
    ...(drivers && { drivers }),
  });
}
