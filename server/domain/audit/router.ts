import { router, tenantProcedure } from "../../trpc/init.ts";
import * as schema from "../events/browse-schema.ts";
import { browseAudit } from "./browse-audit.ts";
import { exportAuditCsv, exportAuditNdjson } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";
import * as auditSchema from "./schema.ts";

/** Who did what. */
export const auditRouter = router({
  browse: tenantProcedure
    .meta(schema.browseAuditMeta)
    .input(schema.BrowseAudit)
    .output(schema.AuditRows)
    .query(({ ctx, input }) => browseAudit(ctx.scope, input)),
  list: tenantProcedure
    .meta(auditSchema.listAuditMeta)
    .input(auditSchema.ListAudit)
    .output(auditSchema.AuditPage)
    .query(({ ctx, input }) => listAudit(ctx.scope, input)),
  exportCsv: tenantProcedure
    .meta(auditSchema.exportAuditCsvMeta)
    .input(auditSchema.AuditRange)
    .output(auditSchema.AuditFile)
    .query(({ ctx, input }) => exportAuditCsv(ctx.scope, input)),
  exportNdjson: tenantProcedure
    .meta(auditSchema.exportAuditNdjsonMeta)
    .input(auditSchema.AuditRange)
    .output(auditSchema.AuditFile)
    .query(({ ctx, input }) => exportAuditNdjson(ctx.scope, input)),
});
