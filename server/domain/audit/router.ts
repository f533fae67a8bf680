import { router, tenantProcedure } from "../../trpc/init.ts";
import { exportAuditCsv, exportAuditNdjson } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";
import * as schema from "./schema.ts";

/** Who did what, and the proof that nobody rewrote it. */
export const auditRouter = router({
  list: tenantProcedure
    .meta(schema.listAuditMeta)
    .input(schema.ListAudit)
    .output(schema.AuditPage)
    .query(({ ctx, input }) => listAudit(ctx.scope, input)),
  exportCsv: tenantProcedure
    .meta(schema.exportAuditCsvMeta)
    .input(schema.AuditRange)
    .output(schema.AuditFile)
    .query(({ ctx, input }) => exportAuditCsv(ctx.scope, input)),
  exportNdjson: tenantProcedure
    .meta(schema.exportAuditNdjsonMeta)
    .input(schema.AuditRange)
    .output(schema.AuditFile)
    .query(({ ctx, input }) => exportAuditNdjson(ctx.scope, input)),
});
