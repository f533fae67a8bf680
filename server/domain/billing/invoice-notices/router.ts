import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { dismissNotice } from "./dismiss-notice.ts";
import { DismissInvoiceNotice, dismissInvoiceNoticeMeta } from "./dismiss-notice-schema.ts";
import { listNotices } from "./list-notices.ts";
import { InvoiceNoticePage, ListInvoiceNotices, listInvoiceNoticesMeta } from "./list-notices-schema.ts";
import { InvoiceNotice } from "./schema.ts";

/** Notices: what the card provider tells of invoices and a person has to act on. */
export const invoiceNoticesRouter = router({
  list: query(listInvoiceNoticesMeta, ListInvoiceNotices, InvoiceNoticePage, listNotices),
  dismiss: mutation(dismissInvoiceNoticeMeta, DismissInvoiceNotice, InvoiceNotice, dismissNotice),
});
