import { internalOperation } from "../../../platform/schema/operation.ts";

/** For the dashboard, which opens the document in a new window. */
export const linkReceiptMeta = internalOperation({ role: "VIEWER" });
