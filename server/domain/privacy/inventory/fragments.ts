import type { Removal } from "./personal-data.ts";

// SQL that says which rows `t` are of the person `p`.

export const OF_CUSTOMER = "t.customer_id = any(p.customers)";
export const OF_SUBSCRIPTION = `t.subscription_id in (
  select s.id from subscriptions s where s.tenant_id = p.tenant_id and s.customer_id = any(p.customers))`;
export const OF_INVOICE = `t.invoice_id in (
  select i.id from invoices i where i.tenant_id = p.tenant_id and i.customer_id = any(p.customers))`;
export const OF_SESSION = `t.session_id in (
  select s.id from sessions s where s.tenant_id = p.tenant_id and s.user_id = any(p.users))`;
export const OF_USER = "t.user_id = any(p.users)";
export const OF_EVENT = `t.event_id in (
  select e.id from events e where e.tenant_id = p.tenant_id and e.object_id = any(p.objects))`;

/** All rows of the person. */
export const REMOVE: Removal[] = [{ do: "delete" }];

// Why a column may stay.

export const AUTHOR = "the id of the application or member who did it";
export const PROVIDER_ID = "names an object at the card provider, where the person is erased, too";
export const SOLD = "what was sold, at what price: accounts must stay complete";
export const INVOICE_FACT =
  "the law requires invoices to be kept: numbers, dates, amounts, taxes and what was sold";
/** SQL: an invoice's letterhead without its buyer. */
export const ERASED_BUYER =
  "jsonb_set(t.letterhead, '{buyer}', to_jsonb('Erased customer ' || t.customer_id))";
