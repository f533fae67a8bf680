import { text } from "../../../../platform/schema/common.ts";
import { internalOperation, operation } from "../../../../platform/schema/operation.ts";
import { ExportWaitlist } from "./schema.ts";

export const ExportWaitlistPage = ExportWaitlist.extend({ cursor: text(512).optional() });

export const exportWaitlistMeta = operation({
  method: "GET",
  path: "/v1/waitlist/export",
  tag: "Waitlist",
  security: "app",
  answersFile: "text/csv",
  summary: "Export the waitlist as CSV",
  description:
    "All entries in the order of joining, as a stream. Cells that a spreadsheet would take for a formula begin with an " +
    "apostrophe; the import takes it away again.",
});

/** For the dashboard, which writes the file in the browser. */
export const exportWaitlistPageMeta = internalOperation({ role: "VIEWER", errors: ["fields_invalid"] });
