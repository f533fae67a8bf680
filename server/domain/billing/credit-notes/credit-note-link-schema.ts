import { z } from "zod";
import { internalOperation } from "../../../platform/schema/operation.ts";

export const CreditNoteLink = z.object({ url: z.string() });

/** For the dashboard, which opens the document in a new window. */
export const linkCreditNoteMeta = internalOperation({ role: "VIEWER" });
