import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { getMetrics } from "./get-metrics.ts";
import { getOverview } from "./get-overview.ts";
import { getUsageSeries } from "./get-usage-series.ts";
import * as metrics from "./metrics-schema.ts";
import * as schema from "./schema.ts";

/** Figures for the dashboard. */
export const analyticsRouter = router({
  overview: tenantProcedure
    .meta(schema.overviewMeta)
    .input(Nothing)
    .output(schema.Overview)
    .query(({ ctx }) => getOverview(ctx.scope)),
  metrics: tenantProcedure
    .meta(metrics.metricsMeta)
    .input(metrics.MetricsRange)
    .output(metrics.Metrics)
    .query(({ ctx, input }) => getMetrics(ctx.scope, input)),
  usage: tenantProcedure
    .meta(metrics.usageSeriesMeta)
    .input(metrics.UsageRange)
    .output(metrics.UsageSeries)
    .query(({ ctx, input }) => getUsageSeries(ctx.scope, input)),
});
