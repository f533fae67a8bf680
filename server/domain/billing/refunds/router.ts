import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { refundInvoice } from "../corrections/refund-invoice.ts";
import { takeBackRefund } from "../corrections/take-back-refund.ts";
import { listRefunds } from "./list-refunds.ts";
import { ListRefunds, listRefundsMeta, RefundPage } from "./list-refunds-schema.ts";
import { CreateRefund, createRefundMeta, Refund, TakeBackRefund, takeBackRefundMeta } from "./schema.ts";

/** Refunds: money that went back for invoices. */
export const refundsRouter = router({
  create: mutation(createRefundMeta, CreateRefund, Refund, refundInvoice),
  takeBack: mutation(takeBackRefundMeta, TakeBackRefund, Refund, takeBackRefund),
  list: query(listRefundsMeta, ListRefunds, RefundPage, listRefunds),
});
