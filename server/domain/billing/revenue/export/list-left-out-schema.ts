import { z } from "zod";
import { Month } from "../../../../platform/schema/month.ts";
import { internalOperation } from "../../../../platform/schema/operation.ts";

export const LeftOutMonth = z.strictObject({ month: Month });

/** Numbers of the tenant's own documents that are of customers on test clocks, in their order. */
export const LeftOut = z.object({ invoices: z.array(z.string()), credit_notes: z.array(z.string()) });

/** For the dashboard, which writes them beside the files. */
export const leftOutMeta = internalOperation({ role: "VIEWER" });
