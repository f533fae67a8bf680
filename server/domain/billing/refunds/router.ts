import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { refundInvoice } from "../corrections/refund-invoice.ts";
import { takeBackRefund } from "../corrections/take-back-refund.ts";
import { listRefunds } from "./list-refunds.ts";
import * as schema from "./schema.ts";

/** Refunds: money that went back for invoices. */
export const refundsRouter = router({
  create: mutation(schema.createRefundMeta, schema.CreateRefund, schema.Refund, refundInvoice),
  takeBack: mutation(schema.takeBackRefundMeta, schema.TakeBackRefund, schema.Refund, takeBackRefund),
  list: query(schema.listRefundsMeta, schema.ListRefunds, schema.RefundPage, listRefunds),
});
