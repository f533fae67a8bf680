import { Nothing, router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import { getAttention } from "./get-attention.ts";
import { Attention, attentionMeta } from "./get-attention-schema.ts";
import { getFirstSteps } from "./get-first-steps.ts";
import { FirstSteps, firstStepsMeta } from "./get-first-steps-schema.ts";
import { getMetrics } from "./get-metrics.ts";
import { MetricsRange, metricsMeta } from "./get-metrics-schema.ts";
import { getOverview } from "./get-overview.ts";
import { Overview, overviewMeta } from "./get-overview-schema.ts";
import { getSetupGaps } from "./get-setup-gaps.ts";
import { SetupGaps, setupGapsMeta } from "./get-setup-gaps-schema.ts";
import { getUsageSeries } from "./get-usage-series.ts";
import { UsageRange, UsageSeries, usageSeriesMeta } from "./get-usage-series-schema.ts";
import { readTimeline } from "./read-timeline.ts";
import { Timeline, TimelineOf, timelineMeta } from "./read-timeline-schema.ts";
import { Metrics } from "./schema.ts";

/** Figures for the dashboard, and what happened to a customer or subscription. */
export const analyticsRouter = router({
  firstSteps: query(firstStepsMeta, Nothing, FirstSteps, getFirstSteps),
  attention: query(attentionMeta, Nothing, Attention, getAttention),
  setupGaps: query(setupGapsMeta, Nothing, SetupGaps, getSetupGaps),
  overview: query(overviewMeta, Nothing, Overview, getOverview),
  metrics: query(metricsMeta, MetricsRange, Metrics, getMetrics),
  usage: query(usageSeriesMeta, UsageRange, UsageSeries, getUsageSeries),
  timeline: query(timelineMeta, TimelineOf, Timeline, readTimeline),
});
