import { ExportedFile, FilePart } from "../../../platform/schema/exported-file.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as bookedSchema from "./booked-schema.ts";
import { exportCsv, exportPage } from "./export/export-csv.ts";
import { listLeftOut } from "./export/list-left-out.ts";
import * as exportSchema from "./export/schema.ts";
import { getBooked } from "./get-booked.ts";
import { getCohorts } from "./get-cohorts.ts";
import { getMovements } from "./get-movements.ts";
import { getMrr } from "./get-mrr.ts";
import { listMovements } from "./list-movements.ts";
import { listRates } from "./rates/list-rates.ts";
import * as rates from "./rates/schema.ts";
import { deleteRate, setRate } from "./rates/set-rate.ts";
import * as schema from "./schema.ts";

/** What the business earns. docs/metrics.md defines each figure. */
export const revenueRouter = router({
  mrr: query(schema.mrrMeta, schema.MrrAt, schema.Mrr, getMrr),
  movements: query(schema.movementsMeta, schema.MovementsRange, schema.Movements, getMovements),
  changes: query(schema.listMovementsMeta, schema.ListMovements, schema.MovementRows, listMovements),
  booked: query(bookedSchema.bookedMeta, bookedSchema.BookedRange, bookedSchema.BookedMonths, getBooked),
  cohorts: query(bookedSchema.cohortsMeta, bookedSchema.BookedRange, bookedSchema.Cohorts, getCohorts),
  listRates: query(rates.listRatesMeta, rates.ListRates, rates.RatePage, listRates),
  setRate: mutation(rates.setRateMeta, rates.SetRate, rates.ExchangeRate, setRate),
  deleteRate: mutation(rates.deleteRateMeta, rates.RateId, rates.ExchangeRate, deleteRate),
  exportCsv: query(exportSchema.exportMeta, exportSchema.Export, ExportedFile, exportCsv),
  leftOut: query(exportSchema.leftOutMeta, exportSchema.LeftOutMonth, exportSchema.LeftOut, listLeftOut),
  exportPage: query(exportSchema.exportPageMeta, exportSchema.ExportPage, FilePart, exportPage),
});
