import { z } from "zod";
import { TimestampInput } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

export const MetricsRange = z.strictObject({
  from: TimestampInput,
  to: TimestampInput,
});

export const metricsMeta = internalOperation({ role: "VIEWER", errors: ["fields_invalid"] });
