import { router, tenantProcedure } from "../../../trpc/init.ts";
import { UsageRecord } from "../counters/schema.ts";
import * as schema from "../entitlements/schema.ts";
import * as browsing from "./browse-schema.ts";
import { browseUsage } from "./browse-usage.ts";
import { listLedger } from "./list-ledger.ts";
import { listUsage } from "./list-usage.ts";
import { recordUsage, recordUsageBatch } from "./record-usage.ts";
import { reserveUsage } from "./reserve-usage.ts";
import * as usage from "./schema.ts";
import { setUsage } from "./set-usage.ts";
import { confirmReservation, releaseReservation } from "./settle-reservation.ts";

/** What a customer has used: record, reserve, set, list. */
export const usageRouter = router({
  record: tenantProcedure
    .meta(usage.recordUsageMeta)
    .input(usage.RecordUsage)
    .output(usage.UsageReceipt)
    .mutation(({ ctx, input }) => recordUsage(ctx.scope, input)),
  recordBatch: tenantProcedure
    .meta(usage.recordUsageBatchMeta)
    .input(usage.RecordUsageBatch)
    .output(usage.UsageReceipts)
    .mutation(({ ctx, input }) => recordUsageBatch(ctx.scope, input)),
  reserve: tenantProcedure
    .meta(usage.reserveUsageMeta)
    .input(usage.ReserveUsage)
    .output(usage.Reservation)
    .mutation(({ ctx, input }) => reserveUsage(ctx.scope, input)),
  confirm: tenantProcedure
    .meta(usage.confirmReservationMeta)
    .input(usage.ConfirmReservation)
    .output(usage.Reservation)
    .mutation(({ ctx, input }) => confirmReservation(ctx.scope, input)),
  release: tenantProcedure
    .meta(usage.releaseReservationMeta)
    .input(usage.ReservationId)
    .output(usage.Reservation)
    .mutation(({ ctx, input }) => releaseReservation(ctx.scope, input)),
  ledger: tenantProcedure
    .meta(usage.listLedgerMeta)
    .input(usage.ListLedger)
    .output(usage.LedgerPage)
    .query(({ ctx, input }) => listLedger(ctx.scope, input)),
  browse: tenantProcedure
    .meta(browsing.browseUsageMeta)
    .input(browsing.BrowseUsage)
    .output(browsing.UsageRows)
    .query(({ ctx, input }) => browseUsage(ctx.scope, input)),
  set: tenantProcedure
    .meta(schema.setUsageMeta)
    .input(schema.SetUsage)
    .output(UsageRecord)
    .mutation(({ ctx, input }) => setUsage(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listUsageMeta)
    .input(schema.ListUsage)
    .output(schema.UsageRecords)
    .query(({ ctx, input }) => listUsage(ctx.scope, input, ctx.setPageHeaders)),
});
