/** What stands beside the files for the accountant. The sums that it promises are tested in server/domain/billing/revenue/booked.test.ts. */
export const README = `Files for the accountant, one month (UTC)
=========================================

Amounts are decimals in major units, with their currency beside them: add up
each currency by itself. A column whose name ends in _name says in words what
the code beside it says. Customers on test clocks are left out; their invoices
and credit notes take numbers of the same series, which are listed at the end.

Which column adds up to which figure of the dashboard (Revenue, "From charged
to collected", and the totals below the list of invoices):

invoices           The invoices that were issued in the month, void ones too.
                   total_without_void    "Invoiced"
                   amount_credited       "Credit notes", of void ones too
                   amount_from_credit    "From credit"
                   amount_remaining      "Left to pay"
                   amount_written_off    "Written off"
                   For each one that is not void:
                   total = amount_from_credit - amount_kept_as_credit
                         + amount_off_due + amount_due
                   amount_due = amount_paid + amount_remaining
                              + amount_written_off
                   amount_due is what was to be paid in all, before payments.
                   amount_remaining is what is left to pay now.

invoice-lines      The lines of these invoices.
                   amount_without_void of the kind CHARGE    "Charged"

payments           Money that was booked in the month, minus where it went back.
                   amount                "Collected"
                   A payment that was taken back has a row of its own, with
                   who took it back (recorded_by) and why (reason). What a
                   payment brought beyond what was due has one of the kind
                   SURPLUS: it is credit. A refund that was taken back has a row
                   of its own, too.

credit-notes       Issued in the month.
                   amount_without_void   "Credit notes": 0 of a note that is void,
                                         or whose invoice (invoice_status) was
                                         voided and written off. Of one that was
                                         issued anew the note goes on there
                   amount = amount_off_due + amount_to_balance
                          + amount_to_refund

credit-note-lines  Their lines; they add up to the notes, in both columns.

refunds            Recorded in the month.
                   amount_given_back     0 of one that failed, was canceled or
                                         was taken back
                   One that was taken back says when (taken_back_at), why and by
                   whom. Its money is in the payments twice, as REFUND: what
                   went back in the month of recorded_at, and the same above 0
                   in the month of taken_back_at. Where all that failed or was
                   taken back did so within the month, the payments of the kind
                   REFUND are minus amount_given_back.

Below the list of invoices, "Kept as credit" is minus amount_kept_as_credit of
the invoices, minus what credit notes made credit (amount_to_balance) and minus
amount_surplus of the invoices: what payments brought beyond what was due.
"Credit paid out" is what the refunds paid out of credit that was left when a
subscription had ended; each is on a final invoice with a total of 0. It is no
part of "From credit".

journal            Every transfer that was booked in the month: one amount, from
                   the credit account to the debit account. An account's sum is
                   its debits less its credits:
                   CASH                  "Collected"
                   GIVEN_BACK            "Given back": refunds without a credit
                                         note, and credit given by hand; what was
                                         billed stays billed
                   DISCOUNT, of the kind DISCOUNT    "Discounts"
                   DISCOUNT, of any other kind       "Credit notes", unless an
                                         invoice with one was voided and written
                                         off
                   UNBILLED              what came to wait for an invoice, less
                                         what invoices took. Credit of a credit
                                         note waits here too (below 0), also
                                         where its refund was taken back, as do
                                         unused time and items below 0
                   CREDIT                what invoices used of credit, less the
                                         credit that invoices left over, that
                                         payments brought beyond what was due,
                                         and that came to be at Stripe
                   REVENUE               minus what was charged when it came about,
                                         on an invoice or not yet, less included
                                         taxes. "Charged" is what came to
                                         invoices: from UNBILLED to RECEIVABLE
                   WRITTEN_OFF           bad debt: "Written off", and lost disputes
                                         (the other account is DISPUTED)
                   CANCELED              canceled billing: what was charged and is
                                         on no invoice that counts, such as the
                                         charges of a void one. It is no bad debt

"Billed" is charged less discounts, credit notes and the taxes that it contains:
after discounts and credit notes, without taxes. Billed and collected
differ by what is left to pay, taxes on top, credit, and what is given back,
disputed or written off. What was booked in a month stays there: an invoice that
is voided later lowers the month of its void, not this one.
`;

/** Which numbers of the series are missing from the files, and why; nothing where none is. */
export function leftOutNote({
  invoices,
  credit_notes: notes,
}: {
  invoices: string[];
  credit_notes: string[];
}) {
  const parts = [
    ...(invoices.length === 0 ? [] : [`Invoices: ${invoices.join(", ")}`]),
    ...(notes.length === 0 ? [] : [`Credit notes: ${notes.join(", ")}`]),
  ];
  if (parts.length === 0) return "";
  return `
Numbers of this month that are not in the files, as their customers are on test
clocks, so that nothing is missing from the series:

${parts.join("\n")}
`;
}
