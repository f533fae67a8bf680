import { ExportedFile, FilePart } from "../../platform/schema/exported-file.ts";
import { router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import * as schema from "../events/browse-schema.ts";
import { browseAudit } from "./browse-audit.ts";
import { exportAuditCsv, exportAuditNdjson, exportAuditPage } from "./export-audit.ts";
import { AuditRange, exportAuditCsvMeta, exportAuditNdjsonMeta } from "./export-audit-schema.ts";
import { listAudit } from "./list-audit.ts";
import { AuditPage, ListAudit, listAuditMeta } from "./list-audit-schema.ts";

/** Who did what. */
export const auditRouter = router({
  browse: query(schema.browseAuditMeta, schema.BrowseAudit, schema.AuditRows, browseAudit),
  list: query(listAuditMeta, ListAudit, AuditPage, listAudit),
  exportCsv: query(exportAuditCsvMeta, AuditRange, ExportedFile, exportAuditCsv),
  exportPage: query(schema.exportAuditPageMeta, schema.AuditFilters, FilePart, exportAuditPage),
  exportNdjson: query(exportAuditNdjsonMeta, AuditRange, ExportedFile, exportAuditNdjson),
});
