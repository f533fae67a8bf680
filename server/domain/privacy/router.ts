import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { exportPerson, exportPersonPage } from "./export-person.ts";
import { requestErasure } from "./request-erasure.ts";
import * as schema from "./schema.ts";
import { getErasure, listErasures } from "./view-erasure.ts";

/** One person's data: export and erasure. */
export const privacyRouter = router({
  export: query(schema.exportPersonMeta, schema.ExportPerson, schema.PersonalFile, exportPerson),
  exportPage: query(
    schema.exportPersonPageMeta,
    schema.ExportPersonPage,
    schema.PersonalRows,
    exportPersonPage,
  ),
  erase: mutation(schema.requestErasureMeta, schema.RequestErasure, schema.Erasure, requestErasure),
  getErasure: query(schema.getErasureMeta, schema.ErasureId, schema.Erasure, getErasure),
  listErasures: query(schema.listErasuresMeta, schema.ListErasures, schema.Erasures, listErasures),
});
