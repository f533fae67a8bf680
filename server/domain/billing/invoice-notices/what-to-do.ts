import type { InvoiceNotice } from "../../../platform/database/client/client.ts";

/** Stripe's code where the customer's address is missing: https://docs.stripe.com/error-codes#customer-tax-location-invalid. */
const NO_ADDRESS = "customer_tax_location_invalid";

/** What happened, and what a person can do about it. */
export function whatToDo({ kind, code }: Pick<InvoiceNotice, "kind" | "code">): string {
  switch (kind) {
    case "NOT_ISSUED":
      return code === NO_ADDRESS
        ? "The invoice was not issued, and nothing is collected, because the customer has no address from which taxes can be computed. Add the address in the card provider's dashboard, then finalize the invoice there."
        : "The invoice was not issued, and nothing is collected. Open it in the card provider's dashboard, correct what its message names, and finalize it there.";
    case "TAX_NOT_COMPUTED":
      return "The invoice was issued without taxes, because the card provider found no valid address of the customer, and automatic tax is off for the subscription since. Add the address in the card provider's dashboard, switch automatic tax on again for the subscription there, and ask your adviser about the taxes of this invoice. Then dismiss this notice.";
    case "FRAUD_WARNING":
      return "The cardholder's bank says that the payment may be a fraud. A refund of all of it avoids a dispute, which costs a fee. Dismiss this notice if you are sure of the customer and keep the payment.";
    case "DISPUTE":
      return "The cardholder disputes the payment at their bank. Answer in the card provider's dashboard before the evidence is due, or accept the dispute there.";
  }
}
