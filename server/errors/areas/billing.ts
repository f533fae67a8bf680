import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of subscriptions and invoices; a part of the catalogue. */
export const BILLING_ERRORS = {
  subscription_not_found: { code: "K6001", status: 404, message: "There is no such subscription." },
  subscription_exists: {
    code: "K6002",
    status: 409,
    message:
      "The customer already has a live subscription to this product: {subscription_id}. Change its plan instead.",
  },
  subscription_status_conflict: {
    code: "K6003",
    status: 409,
    message: "A subscription that is {status} cannot be changed this way.",
  },
  one_payment_method_required: {
    code: "K6004",
    status: 422,
    message:
      "Send exactly one of cardprovider_payment_method_id and cardprovider_test_card_token for a price that is not free, or whose use past the limit is billed.",
  },
  product_mismatch: {
    code: "K6005",
    status: 422,
    message: "The price belongs to another product. A subscription stays with its product.",
  },
  currency_mismatch: {
    code: "K6006",
    status: 422,
    message: "The price is in another currency. A subscription stays in its currency.",
  },
  subscription_change_in_progress: {
    code: "K6007",
    status: 409,
    message: "Another start or change of this subscription is under way. Try again in a moment.",
    retryAfter: 1,
  },
  price_not_for_sale: { code: "K6008", status: 409, message: "The price is not for sale any more." },
  quantity_invalid: {
    code: "K6009",
    status: 422,
    message: "The feature {feature_key} cannot be chosen: {reason}.",
  },
  quote_invalid: {
    code: "K6010",
    status: 409,
    message: "The quote has expired, was used, or is not for this change. Ask for a new preview.",
  },
  quote_price_changed: {
    code: "K6011",
    status: 409,
    message: "The price of this change no longer matches its quote. Ask for a new preview.",
  },
  invoice_not_found: { code: "K6012", status: 404, message: "There is no such invoice." },
  invoice_status_conflict: {
    code: "K6013",
    status: 409,
    message: "This cannot be done with an invoice that is {status}.",
  },
  payment_exceeds_balance: {
    code: "K6014",
    status: 422,
    message:
      'The payment exceeds the balance of the invoice: {left_to_pay} is left to pay. Send less, or `surplus: "credit"` to keep what is beyond it, {surplus}, as the customer\'s credit.',
  },
  pending_change_missing: {
    code: "K6015",
    status: 409,
    message: "The subscription has no scheduled change.",
  },
  invoice_collected_by_card: {
    code: "K6016",
    status: 409,
    message: "The card provider collects this invoice: it is paid or voided there.",
  },
  provider_unchanged: {
    code: "K6017",
    status: 409,
    message: "The subscription is billed by {provider} already.",
  },
  field_not_for_provider: {
    code: "K6018",
    status: 422,
    message: "{field} is not for subscriptions that are billed by {provider}.",
  },
  promotion_code_not_redeemable: {
    code: "K6019",
    status: 422,
    message: "The promotion code {code} cannot be redeemed: {why}. Leave it out, or enter another one.",
  },
  quantity_too_large: {
    code: "K6020",
    status: 422,
    message:
      "That many steps of {feature_key} exceed what one subscription can cost or grant. Choose at most {most}.",
  },
  overage_not_collectable: {
    code: "K6021",
    status: 422,
    message:
      "This would bill use past a limit, and nothing can collect it: the subscription costs nothing and has no card. Save a card for the customer first.",
  },
  charge_not_found: { code: "K6022", status: 404, message: "There is no such charge." },
  charge_not_held: {
    code: "K6023",
    status: 409,
    message: "The charge is {state}: only a held one needs a decision. Read it again to see who decided.",
  },
  charge_without_subscription: {
    code: "K6024",
    status: 409,
    message:
      "What was charged belongs to no subscription, so no later invoice would take it. Write it off, and invoice it anew if it is owed; the invoice can be issued anew at once when it is voided.",
  },
  payment_date_in_future: {
    code: "K6030",
    status: 422,
    message:
      "The payment's date {paid_at} is in the future: it is {now} for this customer. It may be at most {seconds} seconds ahead. Give the day on which the money arrived, or leave it out if it was now.",
  },
  payment_not_found: { code: "K6031", status: 404, message: "The invoice has no such payment." },
  payment_taken_back: {
    code: "K6032",
    status: 409,
    message: "The payment was taken back already. Read the invoice's payments again.",
  },
  due_date_invalid: {
    code: "K6033",
    status: 422,
    message:
      "The due date {due_at} does not extend the present one. Choose a date after {earliest}, and not after {latest}.",
  },
  payment_date_too_early: {
    code: "K6034",
    status: 422,
    message:
      "The day {day} is more than a year before the invoice was issued ({issued_at}). Check the year; send a day from {earliest} on, or leave it out if it was now.",
  },
  credit_note_not_found: { code: "K6040", status: 404, message: "There is no such credit note." },
  credit_exceeds_remaining: {
    code: "K6041",
    status: 409,
    message:
      "No more than {left_to_credit} can still be credited here. Read the invoice's credit notes again.",
  },
  credit_line_invalid: {
    code: "K6042",
    status: 422,
    message:
      "The line {line_id} cannot be credited: it is not on the invoice, nothing is left of it, it gives credit itself, or it is named twice.",
  },
  credit_destination_required: {
    code: "K6043",
    status: 422,
    message:
      "{paid_already} of this was paid already. Choose whether it becomes credit for the next invoice or is refunded (`to`: BALANCE or REFUND).",
  },
  refund_date_in_future: {
    code: "K6045",
    status: 422,
    message:
      "The refund's date {refunded_at} is in the future: it is {now} for this customer. It may be at most {seconds} seconds ahead. Give the day on which you gave the money back, or leave it out if it was now.",
  },
  invoice_correction_in_progress: {
    code: "K6047",
    status: 409,
    message:
      "Another credit note or refund of this invoice is being carried out. {waits_for} Read the invoice again when it is done, then decide.",
  },
  card_provider_refused_correction: {
    code: "K6048",
    status: 409,
    message: "The card provider refused this, and nothing was done: {reason}. {next}.",
  },
  refund_exceeds_remaining: {
    code: "K6049",
    status: 409,
    message:
      "No more than {left_to_refund} can still be given back here. Read the invoice's refunds and credit notes again.",
  },
  credit_note_at_card_provider: {
    code: "K6050",
    status: 409,
    message: "The card provider issued this credit note and has its document. Open it in its dashboard.",
  },
  exchange_rate_not_found: { code: "K6051", status: 404, message: "There is no such exchange rate." },
  card_missing_for_currency: {
    code: "K6052",
    status: 409,
    message:
      "The customer has no card to charge in {currency}. Save one for this currency first, or bill by transfer.",
  },
  one_off_invoice_in_progress: {
    code: "K6053",
    status: 409,
    message:
      "Another one-off invoice of this customer is being issued by card. {waits_for} Look at the customer's invoices when it is done, then decide.",
  },
  invoice_notice_not_found: { code: "K6054", status: 404, message: "There is no such notice." },
  promotion_code_needs_change_now: {
    code: "K6055",
    status: 422,
    message:
      "A promotion code is for a change that is made at once. Leave the code out, or let the change take effect now.",
  },
  promotion_code_cannot_wait_for_bank: {
    code: "K6056",
    status: 409,
    message:
      "The customer's bank asks them to confirm this payment, and a change with a promotion code cannot wait for that. Nothing has changed. Leave the code out, or pay with another card.",
  },
  credit_amount_changed: {
    code: "K6060",
    status: 409,
    message:
      "{left} of credit is left that no invoice would use, not {amount}. Read the charges again, then decide.",
  },
  credit_used_by_next_invoice: {
    code: "K6061",
    status: 409,
    message:
      "The next invoice of this subscription uses its credit: it is {status}. Only credit that is left when a subscription has ended is settled by hand.",
  },
  credit_target_subscription_invalid: {
    code: "K6062",
    status: 409,
    message:
      "The credit cannot go to that subscription. Choose another one of the same customer that has not ended, in {currency} and paid by transfer.",
  },
  payment_disputed: {
    code: "K6063",
    status: 409,
    message:
      "{disputed} of what was paid is disputed at the customer's bank, and the card provider gives none of it back. {outcome} What is not owed can be credited to the customer's balance.",
  },
  invoice_not_overdue: {
    code: "K6064",
    status: 409,
    message:
      "The invoice is not overdue: it is due on {due_at}. A reminder can be sent once that day has passed.",
  },
  reminder_too_soon: {
    code: "K6065",
    status: 409,
    message:
      "A reminder of this invoice was sent at {sent_at}. The next one can be sent by hand from {next_at} on.",
  },
  customer_without_email: {
    code: "K6066",
    status: 409,
    message: "The customer has no e-mail address. Save one, then send the reminder.",
  },
  credit_target_invoice_invalid: {
    code: "K6067",
    status: 409,
    message:
      "The credit cannot pay that invoice. Choose an open one of the same customer, in {currency} and paid by transfer. The card provider uses credit only for invoices that it has not issued yet.",
  },
  unused_time_not_creditable: {
    code: "K6068",
    status: 409,
    message:
      "The running period was paid without a card, and the card provider cannot give unused time of it back while it calculates the taxes. Nothing has changed. Let the change take effect at the end of the period.",
  },
  refund_not_found: { code: "K6069", status: 404, message: "There is no such refund." },
  refund_taken_back: {
    code: "K6070",
    status: 409,
    message: "The refund was taken back already. It stays in the list.",
  },
  payment_duplicate: {
    code: "K6071",
    status: 409,
    message:
      "A payment of {amount} with the reference {reference} on the same day is recorded for this invoice already. Add something to the reference if this is another one.",
  },
  charge_not_movable_to_balance: {
    code: "K6076",
    status: 409,
    message:
      "The charge cannot be added to the customer's balance with the card provider: {rule}. Nothing has changed. Let it wait, or write it off.",
  },
  correction_amount_changed: {
    code: "K6077",
    status: 409,
    message:
      "{left_now} of this invoice can be {done} by now, not the {seen} that you saw. Look at the invoice again, then decide.",
  },
  nothing_to_resume: {
    code: "K6078",
    status: 409,
    message: "It runs already: there is nothing to resume.",
  },
} as const satisfies Record<string, CatalogueEntry>;
