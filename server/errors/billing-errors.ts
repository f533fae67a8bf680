import type { CatalogueEntry } from "./catalogue-entry.ts";

/** Errors of catalog, subscriptions, invoices, the payment provider and usage; a part of the catalogue. */
export const BILLING_ERRORS = {
  // K5: catalog
  K5001: { status: 404, message: "There is no such product." },
  K5002: { status: 404, message: "There is no such plan." },
  K5003: { status: 404, message: "There is no such plan price." },
  K5004: { status: 404, message: "There is no such feature." },
  K5005: { status: 404, message: "There is no such pack." },
  K5006: { status: 409, message: "The {field} {value} is taken. {remedy}" },
  K5007: { status: 409, message: "A pack that is {status} cannot be {action}. Clone it into a new draft." },
  K5008: { status: 409, message: "The {thing} is archived." },
  K5009: { status: 422, message: "The entitlement for {feature_key} breaks a rule: {rule}." },
  K5010: { status: 409, message: "The plan has no published version. Publish one first." },
  K5011: { status: 422, message: "{currency} is not an ISO 4217 currency." },
  K5012: { status: 409, message: "The {thing} has live subscriptions and cannot be archived." },
  K5013: { status: 409, message: "The plan is its product's free plan. Choose another free plan first." },

  K5014: { status: 409, message: "Another migration of this plan is under way: {migration_id}." },
  K5015: { status: 422, message: "Subscribers can move between published packs of one plan only: {rule}." },
  K5016: { status: 404, message: "There is no such pack migration." },
  K5017: { status: 409, message: "A migration that is {status} cannot be rolled back." },
  K5018: {
    status: 422,
    message: "Nothing is sold in {currency}: the card provider does not take it. Choose another currency.",
  },
  K5019: {
    status: 422,
    message:
      "{amount} cannot be charged in {currency}: the card provider takes multiples of {step} minor units. Round the amount.",
  },
  K5020: {
    status: 409,
    message:
      "One of the catalogs changed since this preview, so nothing was copied. Look at the new preview, then copy.",
  },
  K5021: {
    status: 409,
    message: "Nothing was copied, because {thing} is in conflict. {reason}",
  },
  K5022: {
    status: 409,
    message:
      "There is no catalog to copy from: catalogs are copied between a LIVE tenant and its sandbox, and this tenant has none. Create the sandbox with the switch between Live and Test in the dashboard.",
  },

  // K6: subscriptions and invoices
  K6001: { status: 404, message: "There is no such subscription." },
  K6002: {
    status: 409,
    message:
      "The customer already has a live subscription to this product: {subscription_id}. Change its plan instead.",
  },
  K6003: { status: 409, message: "A subscription that is {status} cannot be changed this way." },
  K6004: {
    status: 422,
    message:
      "Send exactly one of cardprovider_payment_method_id and cardprovider_test_card_token for a price that is not free, or whose use past the limit is billed.",
  },
  K6005: {
    status: 422,
    message: "The price belongs to another product. A subscription stays with its product.",
  },
  K6006: { status: 422, message: "The price is in another currency. A subscription stays in its currency." },
  K6007: {
    status: 409,
    message: "Another start or change of this subscription is under way. Try again in a moment.",
    retryAfter: 1,
  },
  K6008: { status: 409, message: "The price is not for sale any more." },
  K6009: {
    status: 422,
    message: "The feature {feature_key} cannot be chosen: {reason}.",
  },
  K6010: {
    status: 409,
    message: "The quote has expired, was used, or is not for this change. Ask for a new preview.",
  },
  K6011: {
    status: 409,
    message: "The price of this change no longer matches its quote. Ask for a new preview.",
  },
  K6012: { status: 404, message: "There is no such invoice." },
  K6013: { status: 409, message: "This cannot be done with an invoice that is {status}." },
  K6014: {
    status: 422,
    message:
      'The payment exceeds the balance of the invoice: {left_to_pay} is left to pay. Send less, or `surplus: "credit"` to keep what is beyond it, {surplus}, as the customer\'s credit.',
  },
  K6015: { status: 409, message: "The subscription has no scheduled change." },
  K6016: { status: 409, message: "The card provider collects this invoice: it is paid or voided there." },
  K6017: { status: 409, message: "The subscription is billed by {provider} already." },
  K6018: { status: 422, message: "{field} is not for subscriptions that are billed by {provider}." },
  K6020: {
    status: 422,
    message:
      "That many steps of {feature_key} exceed what one subscription can cost or grant. Choose at most {most}.",
  },
  K6021: {
    status: 422,
    message:
      "This would bill use past a limit, and nothing can collect it: the subscription costs nothing and has no card. Save a card for the customer first.",
  },
  K6022: { status: 404, message: "There is no such charge." },
  K6023: {
    status: 409,
    message: "The charge is {state}: only a held one needs a decision. Read it again to see who decided.",
  },
  K6024: {
    status: 409,
    message:
      "What was charged belongs to no subscription, so no later invoice would take it. Write it off, and invoice it anew if it is owed; the invoice can be issued anew at once when it is voided.",
  },
  K6030: {
    status: 422,
    message:
      "The payment's date {paid_at} is in the future: it is {now} for this customer. It may be at most {seconds} seconds ahead. Give the day on which the money arrived, or leave it out if it was now.",
  },
  K6031: { status: 404, message: "The invoice has no such payment." },
  K6032: { status: 409, message: "The payment was taken back already. Read the invoice's payments again." },
  K6034: {
    status: 422,
    message:
      "The day {day} is more than a year before the invoice was issued ({issued_at}). Check the year; send a day from {earliest} on, or leave it out if it was now.",
  },
  K6040: { status: 404, message: "There is no such credit note." },
  K6041: {
    status: 409,
    message:
      "No more than {left_to_credit} can still be credited here. Read the invoice's credit notes again.",
  },
  K6042: {
    status: 422,
    message:
      "The line {line_id} cannot be credited: it is not on the invoice, nothing is left of it, it gives credit itself, or it is named twice.",
  },
  K6043: {
    status: 422,
    message:
      "{paid_already} of this was paid already. Choose whether it becomes credit for the next invoice or is refunded (`to`: BALANCE or REFUND).",
  },
  K6045: {
    status: 422,
    message:
      "The refund's date {refunded_at} is in the future: it is {now} for this customer. It may be at most {seconds} seconds ahead. Give the day on which you gave the money back, or leave it out if it was now.",
  },
  K6047: {
    status: 409,
    message:
      "Another credit note or refund of this invoice is being carried out. {waits_for} Read the invoice again when it is done, then decide.",
  },
  K6048: {
    status: 409,
    message: "The card provider refused this, and nothing was done: {reason}. {next}.",
  },
  K6049: {
    status: 409,
    message:
      "No more than {left_to_refund} can still be given back here. Read the invoice's refunds and credit notes again.",
  },
  K6051: { status: 404, message: "There is no such exchange rate." },
  K6050: {
    status: 409,
    message: "The card provider issued this credit note and has its document. Open it in its dashboard.",
  },
  K6052: {
    status: 409,
    message:
      "The customer has no card to charge in {currency}. Save one for this currency first, or bill by transfer.",
  },
  K6053: {
    status: 409,
    message:
      "Another one-off invoice of this customer is being issued by card. {waits_for} Look at the customer's invoices when it is done, then decide.",
  },
  K6054: { status: 404, message: "There is no such notice." },
  K6033: {
    status: 422,
    message:
      "The due date {due_at} does not extend the present one. Choose a date after {earliest}, and not after {latest}.",
  },
  K6055: {
    status: 422,
    message:
      "A promotion code is for a change that is made at once. Leave the code out, or let the change take effect now.",
  },
  K6056: {
    status: 409,
    message:
      "The customer's bank asks them to confirm this payment, and a change with a promotion code cannot wait for that. Nothing has changed. Leave the code out, or pay with another card.",
  },
  K6060: {
    status: 409,
    message:
      "{left} of credit is left that no invoice would use, not {amount}. Read the charges again, then decide.",
  },
  K6061: {
    status: 409,
    message:
      "The next invoice of this subscription uses its credit: it is {status}. Only credit that is left when a subscription has ended is settled by hand.",
  },
  K6062: {
    status: 409,
    message:
      "The credit cannot go to that subscription. Choose another one of the same customer that has not ended, in {currency} and paid by transfer.",
  },
  K6063: {
    status: 409,
    message:
      "{disputed} of what was paid is disputed at the customer's bank, and the card provider gives none of it back. {outcome} What is not owed can be credited to the customer's balance.",
  },
  K6064: {
    status: 409,
    message:
      "The invoice is not overdue: it is due on {due_at}. A reminder can be sent once that day has passed.",
  },
  K6065: {
    status: 409,
    message:
      "A reminder of this invoice was sent at {sent_at}. The next one can be sent by hand from {next_at} on.",
  },
  K6066: { status: 409, message: "The customer has no e-mail address. Save one, then send the reminder." },
  K6067: {
    status: 409,
    message:
      "The credit cannot pay that invoice. Choose an open one of the same customer, in {currency} and paid by transfer. The card provider uses credit only for invoices that it has not issued yet.",
  },
  K6068: {
    status: 409,
    message:
      "The running period was paid without a card, and the card provider cannot give unused time of it back while it calculates the taxes. Nothing has changed. Let the change take effect at the end of the period.",
  },
  K6069: { status: 404, message: "There is no such refund." },
  K6070: { status: 409, message: "The refund was taken back already. It stays in the list." },
  K6071: {
    status: 409,
    message:
      "A payment of {amount} with the reference {reference} on the same day is recorded for this invoice already. Add something to the reference if this is another one.",
  },
  K6076: {
    status: 409,
    message:
      "The charge cannot be added to the customer's balance with the card provider: {rule}. Nothing has changed. Let it wait, or write it off.",
  },
  K6077: {
    status: 409,
    message:
      "{left_now} of this invoice can be {done} by now, not the {seen} that you saw. Look at the invoice again, then decide.",
  },
  K6078: { status: 409, message: "It runs already: there is nothing to resume." },
  K6019: {
    status: 422,
    message: "The promotion code {code} cannot be redeemed: {why}. Leave it out, or enter another one.",
  },

  // K7: the payment provider
  K7001: { status: 402, message: "The card was declined: {reason}. Ask for another card." },
  K7002: {
    status: 402,
    message:
      "The cardholder must confirm this payment. Confirm it in the browser with the client secret, then send the request again.",
  },
  K7003: {
    status: 422,
    message: "cardprovider_test_card_token is accepted in the provider's test mode only.",
  },
  K7004: { status: 422, message: "The payment method does not exist or belongs to another customer." },
  K7005: {
    status: 503,
    message:
      "The payment provider cannot be reached, or takes no more requests for now. Nothing was charged; try again later.",
  },
  K7006: {
    status: 502,
    message: "The payment provider sent an answer that Usher does not understand. Try again later.",
  },
  K7007: {
    status: 409,
    message: "The tenant has no payment provider set up. An admin connects one in the provider settings.",
  },
  K7008: { status: 400, message: "The callback's signature is not valid." },
  K7010: {
    status: 422,
    message:
      "The payment provider needs the customer's address to compute taxes. Its checkout page or portal asks for it.",
  },
  K7014: {
    status: 409,
    message:
      "This difference to the payment provider no longer exists, or cannot be decided this way. Compare again.",
  },
  K7015: {
    status: 409,
    message:
      "The payment provider has a schedule for this subscription, which new prices would undo. Change the schedule at the provider.",
  },
  K7016: {
    status: 409,
    message:
      "The key belongs to another account with the payment provider ({key_account_id}) than the subscriptions ({account_id}). Nothing was changed. Connect a key of the subscriptions' account.",
  },
  K7017: {
    status: 409,
    message: "This mend was undone already, or the subscription has changed since. Compare again.",
  },
  K7018: { status: 404, message: "There is no such mend." },
  K7019: {
    status: 503,
    message:
      "The payment provider cannot be reached, so the keys could not be checked. They were not stored. Check that this server can reach the provider, then try again.",
  },
  K7020: {
    status: 422,
    message:
      "The payment provider refused the request: {reason}. The same request is refused again; change what it names, or the provider's settings.",
  },
  K7021: {
    status: 422,
    message:
      "This card cannot pay in {currency}: it is saved for payments in {card_currency}, and the payment provider keeps a card for one currency of a customer. Ask for the card again with a setup intent for {currency}, then send the request with that card.",
  },
  K7024: {
    status: 409,
    message:
      "The account with the card provider was replaced while this was being done. Nothing was sold. Send the request again.",
  },
  K7023: {
    status: 429,
    message:
      "The payment provider makes 10 invoices of a subscription in a minute and 20 in a day, and changes its quantities 200 times in an hour. There were as many already. Nothing was charged; try again in a minute, or tomorrow.",
  },
  K7022: {
    status: 422,
    message:
      "The payment method is of the type {type}, and only cards are charged here, with the wallets that hold one. Nothing was charged. Save a card instead.",
  },
  K7026: {
    status: 422,
    message:
      "The tax id {value} of the type {type} is none, the payment provider says: {reason}. Nothing was changed or sold. Set the customer's tax ids without it, or with the right number, then send the request again.",
  },
  K7027: {
    status: 409,
    message: "Another change of this customer's tax ids is under way. Try again in a moment.",
    retryAfter: 1,
  },
  K7009: { status: 502, message: "The payment provider refused the tenant's key. An admin must renew it." },
  K7011: {
    status: 422,
    message: "The payment provider refused the key: {reason}. Nothing was changed. {next}.",
  },

  // K8: entitlements and usage
  K8001: { status: 404, message: "There is no feature with the key {feature_key}." },
  K8002: {
    status: 409,
    message:
      "The time {occurred_at} is before the open period, which began at {period_start}; earlier counters are closed. Send a time within the open period, or omit occurred_at.",
  },
  K8003: {
    status: 422,
    message: "The feature {feature_key} is of type {feature_type} and has no usage to count.",
  },
  K8004: {
    status: 409,
    message:
      "None of the customer's subscriptions and free plans grants this usage. Start a subscription first, or name one that grants it.",
  },

  K8005: { status: 409, message: "The customer may not use this much: {reason}. See details.check." },
  K8006: { status: 409, message: "The event_id {event_id} was recorded before, with other content." },
  K8007: {
    status: 422,
    message: "The feature {feature_key} is METERED: its units are used up and cannot be given back.",
  },
  K8008: { status: 409, message: "Only {held} units are held; no more can be given back." },
  K8009: { status: 404, message: "There is no such reservation." },
  K8010: { status: 409, message: "The reservation is {state} and cannot be confirmed or released." },

  K8011: { status: 422, message: "The override breaks a rule: {rule}." },
  K8018: {
    status: 422,
    message: "That much usage would bill more than an invoice can hold. Set at most {most}.",
  },
  K8019: {
    status: 422,
    message:
      "A customer's counters of one feature hold at most {most} units together, and this would be more. Use a larger unit, or set the counter to a lower value.",
  },
  K8020: {
    status: 422,
    message:
      "The time {occurred_at} is in the future. It may be at most {seconds} seconds ahead of this server's clock. Send the time of the event, or omit occurred_at.",
  },
  K8012: { status: 404, message: "There is no such override." },
  K8021: {
    status: 409,
    message: "The counter has the value {value}, not {expected}: it changed meanwhile. Read it again.",
  },
} as const satisfies Record<string, CatalogueEntry>;
