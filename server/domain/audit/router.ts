import { ExportedFile, FilePart } from "../../platform/schema/exported-file.ts";
import { router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import * as schema from "../events/browse-schema.ts";
import { browseAudit } from "./browse-audit.ts";
import { exportAuditCsv, exportAuditNdjson, exportAuditPage } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";
import * as auditSchema from "./schema.ts";

/** Who did what. */
export const auditRouter = router({
  browse: query(schema.browseAuditMeta, schema.BrowseAudit, schema.AuditRows, browseAudit),
  list: query(auditSchema.listAuditMeta, auditSchema.ListAudit, auditSchema.AuditPage, listAudit),
  exportCsv: query(auditSchema.exportAuditCsvMeta, auditSchema.AuditRange, ExportedFile, exportAuditCsv),
  exportPage: query(schema.exportAuditPageMeta, schema.AuditFilters, FilePart, exportAuditPage),
  exportNdjson: query(
    auditSchema.exportAuditNdjsonMeta,
    auditSchema.AuditRange,
    ExportedFile,
    exportAuditNdjson,
  ),
});
