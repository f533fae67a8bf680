import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";
import { auditRange } from "./schema.ts";

export const AuditRange = z.strictObject(auditRange);

export const exportAuditCsvMeta = operation({
  tag: "Audit",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
  path: "/v1/audit/export/csv",
  answersFile: "text/csv",
  summary: "Export audit entries as CSV",
  description:
    "Oldest first, as a stream. Cells that a spreadsheet would take for a formula begin with an apostrophe.",
});

export const exportAuditNdjsonMeta = operation({
  tag: "Audit",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
  path: "/v1/audit/export/ndjson",
  answersFile: "application/x-ndjson",
  summary: "Export audit entries as NDJSON",
  description: "Oldest first, as a stream: one JSON object a line, as they are listed.",
});
