import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { exportPerson, exportPersonPage } from "./export-person.ts";
import {
  ExportPerson,
  ExportPersonPage,
  exportPersonMeta,
  exportPersonPageMeta,
  PersonalFile,
  PersonalRows,
} from "./export-person-schema.ts";
import { requestErasure } from "./request-erasure.ts";
import { RequestErasure, requestErasureMeta } from "./request-erasure-schema.ts";
import { Erasure } from "./schema.ts";
import { getErasure, listErasures } from "./view-erasure.ts";
import {
  ErasureId,
  Erasures,
  getErasureMeta,
  ListErasures,
  listErasuresMeta,
} from "./view-erasure-schema.ts";

/** One person's data: export and erasure. */
export const privacyRouter = router({
  export: query(exportPersonMeta, ExportPerson, PersonalFile, exportPerson),
  exportPage: query(exportPersonPageMeta, ExportPersonPage, PersonalRows, exportPersonPage),
  erase: mutation(requestErasureMeta, RequestErasure, Erasure, requestErasure),
  getErasure: query(getErasureMeta, ErasureId, Erasure, getErasure),
  listErasures: query(listErasuresMeta, ListErasures, Erasures, listErasures),
});
