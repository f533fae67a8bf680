import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { listRefunds } from "./list-refunds.ts";
import * as schema from "./schema.ts";

/** Refunds: money that went back for invoices. */
export const refundsRouter = router({
  list: query(schema.listRefundsMeta, schema.ListRefunds, schema.RefundPage, listRefunds),
});
