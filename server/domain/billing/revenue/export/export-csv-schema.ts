import { z } from "zod";
import { text } from "../../../../platform/schema/common.ts";
import { Month } from "../../../../platform/schema/month.ts";
import { internalOperation, operation } from "../../../../platform/schema/operation.ts";
import { includeTestClocks } from "../schema.ts";

const fields = {
  table: z
    .enum([
      "invoices",
      "invoice_lines",
      "payments",
      "credit_notes",
      "credit_note_lines",
      "refunds",
      "journal",
    ])
    .meta({
      description:
        "invoices and invoice_lines: those issued in the months. payments: money that was booked in them, negative where it went back. credit_notes and credit_note_lines: those issued in the months. refunds: those recorded in them. journal: every transfer that was booked.",
    }),
  from_month: Month,
  to_month: Month.meta({ description: "The last month, included; 240 at most." }),
  include_test_clocks: includeTestClocks,
};

export const Export = z.strictObject(fields);

export const ExportPage = z.strictObject({ ...fields, cursor: text(512).optional() });

export const exportMeta = operation({
  method: "GET",
  path: "/v1/billing/revenue/export/csv",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Export invoices, payments, credit notes, refunds or the journal as CSV",
  description:
    "For the accountant, by months UTC, oldest first, as a stream. Amounts are decimals in major units with their currency beside " +
    "them. Cells that a spreadsheet would take for a formula begin with an apostrophe.",
  errors: ["fields_invalid"],
  answersFile: "text/csv",
});

/** For the dashboard, which writes the file in the browser. */
export const exportPageMeta = internalOperation({ role: "VIEWER", errors: ["fields_invalid"] });
