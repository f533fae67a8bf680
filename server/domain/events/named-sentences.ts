import type { EventType } from "./types.ts";

/** What people call the things that an event is about. */
export interface Names {
  /** The object's own: its number, name or address. */
  name?: string | null;
  customer?: string | null;
  plan?: string | null;
  invoice?: string | null;
  feature?: string | null;
  version?: string | null;
  /** "$49.00 a month". */
  price?: string | null;
  /** "100 people": how many may use a code. */
  uses?: string | null;
}

/** What happened, with names: for events whose objects have none of their own, or whose plain sentence has no place for it. */
const NAMED: Partial<Record<EventType, string>> = {
  "application.updated": "The name, origins or scopes of {name} changed.",
  "application.rotated": "{name} got new credentials; the old ones end after their overlap.",
  "application.revoked": "The credentials of {name} stopped working, for good.",
  "member.invited": "{name} was invited to the dashboard.",
  "member.joined": "{name} joined the dashboard.",
  "member.role_changed": "{name} has another role on the dashboard.",
  "member.removed": "{name} was removed from the dashboard.",
  "user.registration_requested": "{name} signed up and was mailed a link to confirm the address.",
  "customer.note_added": "A member added a note to {customer}.",
  "plan_price.created": "A price of {plan} was created: {price}.",
  "plan_price.updated": "The label or trial of the price {price} of {plan} changed; its amount never does.",
  "plan_price.archived": "The price {price} of {plan} was taken off sale; its subscriptions continue.",
  "pack.created": "A draft of {plan}, version {version}, was created.",
  "pack.updated": "What the draft of {plan}, version {version}, includes changed.",
  "pack.published": "Version {version} of {plan} went on sale.",
  "pack.archived": "Version {version} of {plan} went off sale; customers who have it keep it.",
  "pack.deleted": "The draft of {plan}, version {version}, was deleted.",
  "override.created": "{customer} was granted {feature} apart from their plan.",
  "override.revoked": "An override of {feature} for {customer} ended.",
  "payment_method.set": "A new card of {customer} is charged for their subscriptions from now on.",
  "payment_method.updated":
    "The card provider has the new number or expiry date of {customer}'s card, which the card's bank told it.",
  "payment_method.removed": "The card of {customer} was removed.",
  "payment_method.expiring": "The card of {customer} expires within 30 days.",
  "quote.created": "{customer} was quoted a price for a change to {plan}.",
  "checkout.created": "{customer} was given a page to pay for {plan} on.",
  "portal_session.created": "{customer} was given a link to their portal.",
  "provider_portal_session.created": "{customer} was given a link to the card provider's own page.",
  "invoice.upcoming": "{customer}'s subscription to {plan} renews within 7 days: its invoice is upcoming.",
  "credit_note.created": "Credit note {name} took back invoice {invoice}, in part or whole.",
  "refund.created": "Money that was paid for invoice {invoice} was given back, or is on its way.",
  "refund.updated":
    "A refund of invoice {invoice} arrived, failed or was canceled. Money of one that failed is yours again.",
  "dispute.created":
    "A cardholder disputes a payment of invoice {invoice} at their bank. Answer it at the card provider before its evidence is due.",
  "dispute.updated":
    "The dispute about invoice {invoice} changed: the bank took the money or gave it back, has your evidence, or something else is asked.",
  "dispute.closed": "The dispute about invoice {invoice} is over: won, lost, or closed.",
  "invoice_notice.opened":
    "The card provider tells something of invoice {invoice} that a person has to act on.",
  "invoice_notice.closed":
    "A notice about invoice {invoice} is closed: nothing is left to do, or it was dismissed.",
  "charge.added": "{customer} was charged a single item by hand: {name}.",
  "charge.decided": "A held charge of {customer} waits for the next invoice now, or was written off: {name}.",
  "usage.limit_reached": "{customer} used up what a period includes of {feature}.",
  "usage.set": "{customer}'s counter of {feature} was set by hand.",
  "usage.billed": "{customer}'s usage beyond the plan was charged when its period ended.",
  "waitlist.joined": "{name} joined the waitlist.",
  "waitlist.invited": "{name} was invited from the waitlist.",
  "waitlist.confirmed": "{name} confirmed their address.",
  "waitlist.returned": "{name} is back in line: the invitation ended, or the entry was reopened.",
  "waitlist.registered": "{name} registered, from the waitlist.",
  "waitlist.rejected": "The waitlist entry of {name} was rejected.",
  "invitation.token_created": "An invitation was made and mailed to {name}.",
  "invitation.token_resent": "The invitation of {name} was mailed again; its term starts anew.",
  "invitation.code_created": "An invitation code for {uses} was made.",
  "invitation.redeemed": "{customer} redeemed an invitation.",
  "invitation.revoked": "The invitation of {name} was revoked.",
  "invitation.revealed": "A member of the dashboard looked at the invitation of {name}.",
};

/** What happened, with the names of what it is about; null: there is no such sentence, or a name for it is not known. */
export function namedSentence(type: string, names: Names): string | null {
  const template = Object.hasOwn(NAMED, type) ? NAMED[type as EventType] : undefined;
  if (template === undefined) return null;
  let isWhole = true;
  const sentence = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const name = names[field as keyof Names];
    if (!name) isWhole = false;
    return name ?? "";
  });
  return isWhole ? sentence : null;
}
