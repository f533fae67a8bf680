import { router, tenantProcedure } from "../../trpc/init.ts";
import { exportPerson, exportPersonPage } from "./export-person.ts";
import { requestErasure } from "./request-erasure.ts";
import * as schema from "./schema.ts";
import { getErasure, listErasures } from "./view-erasure.ts";

/** What is kept of one person: export and erasure. */
export const privacyRouter = router({
  export: tenantProcedure
    .meta(schema.exportPersonMeta)
    .input(schema.ExportPerson)
    .output(schema.PersonalFile)
    .query(({ ctx, input }) => exportPerson(ctx.scope, input)),
  exportPage: tenantProcedure
    .meta(schema.exportPersonPageMeta)
    .input(schema.ExportPersonPage)
    .output(schema.PersonalRows)
    .query(({ ctx, input }) => exportPersonPage(ctx.scope, input)),
  erase: tenantProcedure
    .meta(schema.requestErasureMeta)
    .input(schema.RequestErasure)
    .output(schema.Erasure)
    .mutation(({ ctx, input }) => requestErasure(ctx.scope, input)),
  getErasure: tenantProcedure
    .meta(schema.getErasureMeta)
    .input(schema.ErasureId)
    .output(schema.Erasure)
    .query(({ ctx, input }) => getErasure(ctx.scope, input)),
  listErasures: tenantProcedure
    .meta(schema.listErasuresMeta)
    .input(schema.ListErasures)
    .output(schema.Erasures)
    .query(({ ctx, input }) => listErasures(ctx.scope, input)),
});
