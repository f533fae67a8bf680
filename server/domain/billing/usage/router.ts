import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as browsing from "./browse-schema.ts";
import { browseUsage } from "./browse-usage.ts";
import { listLedger } from "./list-ledger.ts";
import { listUsage } from "./list-usage.ts";
import { recordUsage, recordUsageBatch } from "./record-usage.ts";
import { reserveUsage } from "./reserve-usage.ts";
import * as usage from "./schema.ts";
import { setUsage } from "./set-usage.ts";
import { confirmReservation, releaseReservation } from "./settle-reservation.ts";

/** Usage: record, reserve, set, list. */
export const usageRouter = router({
  record: mutation(usage.recordUsageMeta, usage.RecordUsage, usage.UsageReceipt, recordUsage),
  recordBatch: mutation(
    usage.recordUsageBatchMeta,
    usage.RecordUsageBatch,
    usage.UsageReceipts,
    recordUsageBatch,
  ),
  reserve: mutation(usage.reserveUsageMeta, usage.ReserveUsage, usage.Reservation, reserveUsage),
  confirm: mutation(
    usage.confirmReservationMeta,
    usage.ConfirmReservation,
    usage.Reservation,
    confirmReservation,
  ),
  release: mutation(usage.releaseReservationMeta, usage.ReservationId, usage.Reservation, releaseReservation),
  ledger: query(usage.listLedgerMeta, usage.ListLedger, usage.LedgerPage, listLedger),
  browse: query(browsing.browseUsageMeta, browsing.BrowseUsage, browsing.UsageRows, browseUsage),
  set: mutation(usage.setUsageMeta, usage.SetUsage, usage.SetUsageResult, setUsage),
  list: query(usage.listUsageMeta, usage.ListUsage, usage.UsageRecords, listUsage),
});
