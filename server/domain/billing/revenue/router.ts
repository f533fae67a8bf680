import { ExportedFile, FilePart } from "../../../platform/schema/exported-file.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { exportCsv, exportPage } from "./export/export-csv.ts";
import { Export, ExportPage, exportMeta, exportPageMeta } from "./export/export-csv-schema.ts";
import { listLeftOut } from "./export/list-left-out.ts";
import { LeftOut, LeftOutMonth, leftOutMeta } from "./export/list-left-out-schema.ts";
import { getBooked } from "./get-booked.ts";
import { BookedMonths, bookedMeta } from "./get-booked-schema.ts";
import { getCohorts } from "./get-cohorts.ts";
import { Cohorts, cohortsMeta } from "./get-cohorts-schema.ts";
import { getMovements } from "./get-movements.ts";
import { Movements, MovementsRange, movementsMeta } from "./get-movements-schema.ts";
import { getMrr } from "./get-mrr.ts";
import { Mrr, MrrAt, mrrMeta } from "./get-mrr-schema.ts";
import { listMovements } from "./list-movements.ts";
import { ListMovements, listMovementsMeta, MovementRows } from "./list-movements-schema.ts";
import { listRates } from "./rates/list-rates.ts";
import { ListRates, listRatesMeta, RatePage } from "./rates/list-rates-schema.ts";
import { ExchangeRate } from "./rates/schema.ts";
import { deleteRate, setRate } from "./rates/set-rate.ts";
import { deleteRateMeta, RateId, SetRate, setRateMeta } from "./rates/set-rate-schema.ts";
import { BookedRange } from "./schema.ts";

/** What the business earns. docs/metrics.md defines each figure. */
export const revenueRouter = router({
  mrr: query(mrrMeta, MrrAt, Mrr, getMrr),
  movements: query(movementsMeta, MovementsRange, Movements, getMovements),
  changes: query(listMovementsMeta, ListMovements, MovementRows, listMovements),
  booked: query(bookedMeta, BookedRange, BookedMonths, getBooked),
  cohorts: query(cohortsMeta, BookedRange, Cohorts, getCohorts),
  listRates: query(listRatesMeta, ListRates, RatePage, listRates),
  setRate: mutation(setRateMeta, SetRate, ExchangeRate, setRate),
  deleteRate: mutation(deleteRateMeta, RateId, ExchangeRate, deleteRate),
  exportCsv: query(exportMeta, Export, ExportedFile, exportCsv),
  leftOut: query(leftOutMeta, LeftOutMonth, LeftOut, listLeftOut),
  exportPage: query(exportPageMeta, ExportPage, FilePart, exportPage),
});
