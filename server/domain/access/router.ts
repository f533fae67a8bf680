import { router, tenantProcedure } from "../../trpc/init.ts";
import { UsageRecord } from "../usage/schema.ts";
import * as browsing from "./browse-schema.ts";
import { browseUsage } from "./browse-usage.ts";
import { checkEntitlement } from "./check-entitlement.ts";
import { listEntitlements } from "./list-entitlements.ts";
import { listLedger } from "./list-ledger.ts";
import { listUsage } from "./list-usage.ts";
import { recordUsage, recordUsageBatch } from "./record-usage.ts";
import { reserveUsage } from "./reserve-usage.ts";
import * as schema from "./schema.ts";
import { setUsage } from "./set-usage.ts";
import { confirmReservation, releaseReservation } from "./settle-reservation.ts";
import { snapshotEntitlements } from "./snapshot.ts";
import * as usage from "./usage-schema.ts";

/** What a customer may do now, and what they have used. */
export const accessRouter = router({
  check: tenantProcedure
    .meta(schema.checkEntitlementMeta)
    .input(schema.CheckEntitlement)
    .output(schema.EntitlementCheck)
    .query(({ ctx, input }) => checkEntitlement(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listEntitlementsMeta)
    .input(schema.ListEntitlements)
    .output(schema.Entitlements)
    .query(({ ctx, input }) => listEntitlements(ctx.scope, input)),
  snapshot: tenantProcedure
    .meta(schema.snapshotMeta)
    .input(schema.ListEntitlements)
    .output(schema.EntitlementSnapshot)
    .query(({ ctx, input }) => snapshotEntitlements(ctx.scope, input)),
  recordUsage: tenantProcedure
    .meta(usage.recordUsageMeta)
    .input(usage.RecordUsage)
    .output(usage.UsageReceipt)
    .mutation(({ ctx, input }) => recordUsage(ctx.scope, input)),
  recordUsageBatch: tenantProcedure
    .meta(usage.recordUsageBatchMeta)
    .input(usage.RecordUsageBatch)
    .output(usage.UsageReceipts)
    .mutation(({ ctx, input }) => recordUsageBatch(ctx.scope, input)),
  reserveUsage: tenantProcedure
    .meta(usage.reserveUsageMeta)
    .input(usage.ReserveUsage)
    .output(usage.Reservation)
    .mutation(({ ctx, input }) => reserveUsage(ctx.scope, input)),
  confirmReservation: tenantProcedure
    .meta(usage.confirmReservationMeta)
    .input(usage.ConfirmReservation)
    .output(usage.Reservation)
    .mutation(({ ctx, input }) => confirmReservation(ctx.scope, input)),
  releaseReservation: tenantProcedure
    .meta(usage.releaseReservationMeta)
    .input(usage.ReservationId)
    .output(usage.Reservation)
    .mutation(({ ctx, input }) => releaseReservation(ctx.scope, input)),
  listLedger: tenantProcedure
    .meta(usage.listLedgerMeta)
    .input(usage.ListLedger)
    .output(usage.LedgerPage)
    .query(({ ctx, input }) => listLedger(ctx.scope, input)),
  browseUsage: tenantProcedure
    .meta(browsing.browseUsageMeta)
    .input(browsing.BrowseUsage)
    .output(browsing.UsageRows)
    .query(({ ctx, input }) => browseUsage(ctx.scope, input)),
  setUsage: tenantProcedure
    .meta(schema.setUsageMeta)
    .input(schema.SetUsage)
    .output(UsageRecord)
    .mutation(({ ctx, input }) => setUsage(ctx.scope, input)),
  listUsage: tenantProcedure
    .meta(schema.listUsageMeta)
    .input(schema.ListUsage)
    .output(schema.UsageRecords)
    .query(({ ctx, input }) => listUsage(ctx.scope, input, ctx.tellPage)),
});
