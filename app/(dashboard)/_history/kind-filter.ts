import type { Filter } from "../../_components/table/list.ts";

const KINDS: Record<string, string> = {
  subscription: "Subscriptions",
  invoice: "Invoices",
  credit_note: "Credit notes",
  refund: "Refunds",
  dispute: "Disputes",
  quote: "Quotes",
  checkout: "Payment links",
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

/** Kinds that the filter leaves out. */
const OTHER_KINDS: Record<string, string> = {
  drift: "Card provider",
  exchange_rate: "Revenue",
  tenant: "Company",
  signing_key: "Keys",
  catalog: "Catalog",
  pack_migration: "Migrations",
  portal_session: "Customer portal",
  provider_portal_session: "Customer portal",
  invoice_notice: "Invoices",
  test_clock: "Test clocks",
  history: "Erasure",
  personal_data: "Personal data",
  erasure: "Erasure",
};

/** What something is about, by the beginning of its type: "Invoices" of invoice.paid. */
export function kindLabel(type: string): string {
  const kind = type.split(".")[0] ?? "";
  return KINDS[kind] ?? OTHER_KINDS[kind] ?? kind.replaceAll("_", " ");
}

/** A filter by what something happened to; its values are beginnings of types. */
export const kindFilter = (name: string): Filter => ({
  name,
  label: "About",
  options: Object.entries(KINDS).map(([kind, label]) => ({ value: `${kind}.`, label })),
});
