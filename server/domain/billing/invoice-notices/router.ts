import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { dismissNotice } from "./dismiss-notice.ts";
import { listNotices } from "./list-notices.ts";
import * as schema from "./schema.ts";

/** Notices: what the card provider tells of invoices and a person has to act on. */
export const invoiceNoticesRouter = router({
  list: query(
    schema.listInvoiceNoticesMeta,
    schema.ListInvoiceNotices,
    schema.InvoiceNoticePage,
    listNotices,
  ),
  dismiss: mutation(
    schema.dismissInvoiceNoticeMeta,
    schema.DismissInvoiceNotice,
    schema.InvoiceNotice,
    dismissNotice,
  ),
});
