import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of tenants, applications, users and customers; a part of the catalogue. */
export const TENANTS_ERRORS = {
  tenant_access_denied: { code: "K3001", status: 403, message: "You have no access to this tenant." },
  application_not_found: { code: "K3002", status: 404, message: "There is no such application." },
  customer_not_found: { code: "K3003", status: 404, message: "There is no such customer." },
  customer_email_required: {
    code: "K3004",
    status: 422,
    message: "This customer has no e-mail address on file. Send email with the first request for a customer.",
  },
  tenant_slug_taken: {
    code: "K3005",
    status: 409,
    message: "The tenant slug {slug} is taken. Choose another.",
  },
  customer_required: {
    code: "K3006",
    status: 422,
    message: "The parameter customer is missing. It is required with an application's token.",
  },
  user_exists: {
    code: "K3007",
    status: 409,
    message: "There already is a user with this e-mail address. Sign in instead.",
  },
  field_needs_server_application: {
    code: "K3008",
    status: 403,
    message: "Only a SERVER application may send {field}.",
  },
  test_clock_needs_test_tenant: { code: "K3009", status: 422, message: "Test clocks are for TEST tenants." },
  test_clock_not_found: { code: "K3010", status: 404, message: "There is no such test clock." },
  customer_not_on_test_clock: {
    code: "K3011",
    status: 409,
    message:
      "This customer already exists in real time. Add a new customer to the test clock, under another identifier.",
  },
  test_clock_cannot_advance: {
    code: "K3012",
    status: 409,
    message:
      "A test clock moves forward only, and cannot be advanced while it is moving. Wait until it is READY.",
  },
  test_clock_advance_too_far: {
    code: "K3013",
    status: 422,
    message: "A test clock can advance by at most {days} days at a time.",
  },
  note_not_found: { code: "K3014", status: 404, message: "There is no such note." },
  tenant_is_sandbox: { code: "K3015", status: 409, message: "This is a sandbox already." },
  provider_account_not_connectable: {
    code: "K3016",
    status: 409,
    message: "The account cannot be connected: {rule}.",
  },
  origin_not_secure: {
    code: "K3017",
    status: 422,
    message:
      "The origin {origin} cannot be allowed: an attacker can change a page that is sent over plain http. Use https; http is for localhost, 127.0.0.1, [::1] and this installation's own address {own}.",
  },
  customer_exists: { code: "K3018", status: 409, message: "There is a customer with this id already." },
  tenant_not_found: {
    code: "K3020",
    status: 404,
    message: "There is no such tenant. Ask its owner for its id.",
  },
  tenant_grant_not_found: {
    code: "K3021",
    status: 404,
    message: "Your tenant has not granted that tenant access.",
  },
  test_clock_customers_limit_reached: {
    code: "K3022",
    status: 409,
    message:
      "The test clock has {limit} customers already, the most that the card provider allows. Make another test clock for the next one.",
  },
  person_not_found: {
    code: "K3050",
    status: 404,
    message: "No person has this customer id or e-mail address.",
  },
  person_has_open_billing: {
    code: "K3051",
    status: 409,
    message:
      "The person still has live subscriptions, unpaid invoices, charges that wait or are held, or credit. Settle them first, or send cancel: true to cancel the subscriptions, void the invoices that Usher issued, and write off what is left.",
  },
  person_is_member: {
    code: "K3052",
    status: 409,
    message: "This is a member of the dashboard. Remove them from the team first.",
  },
  customer_has_other_users: {
    code: "K3053",
    status: 409,
    message:
      "The customer {customer_id} has other users. Send customer instead of email to include all of them.",
  },
  erasure_not_found: { code: "K3054", status: 404, message: "There is no such erasure." },
} as const satisfies Record<string, CatalogueEntry>;
