import type { Filter } from "../../_components/table/list.ts";

const KINDS: Record<string, string> = {
  subscription: "Subscriptions",
  invoice: "Invoices",
  credit_note: "Credit notes",
  refund: "Refunds",
  dispute: "Disputes",
  charge: "Charges",
  customer: "Customers",
  payment_method: "Cards",
  usage: "Usage",
  override: "Overrides",
  product: "Products",
  plan: "Plans",
  plan_price: "Prices",
  feature: "Features",
  pack: "Versions of plans",
  waitlist: "Waitlist",
  invitation: "Invitations",
  user: "Users",
  member: "Team",
  application: "Applications",
  settings: "Settings",
  provider_account: "Card provider",
  webhook_endpoint: "Webhooks",
  mail: "Mail",
};

/** A filter by what something happened to; its values are beginnings of types. */
export const kindFilter = (name: string): Filter => ({
  name,
  label: "About",
  options: Object.entries(KINDS).map(([kind, label]) => ({ value: `${kind}.`, label })),
});
