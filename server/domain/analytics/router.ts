import { Nothing, router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import { Attention, attentionMeta } from "./attention-schema.ts";
import { FirstSteps, firstStepsMeta } from "./first-steps-schema.ts";
import { getAttention } from "./get-attention.ts";
import { getFirstSteps } from "./get-first-steps.ts";
import { getMetrics } from "./get-metrics.ts";
import { getOverview } from "./get-overview.ts";
import { getSetupGaps } from "./get-setup-gaps.ts";
import { getUsageSeries } from "./get-usage-series.ts";
import * as metrics from "./metrics-schema.ts";
import { readTimeline } from "./read-timeline.ts";
import * as schema from "./schema.ts";
import { SetupGaps, setupGapsMeta } from "./setup-gaps-schema.ts";
import { Timeline, TimelineOf, timelineMeta } from "./timeline-schema.ts";

/** Figures for the dashboard, and what happened to a customer or subscription. */
export const analyticsRouter = router({
  firstSteps: query(firstStepsMeta, Nothing, FirstSteps, getFirstSteps),
  attention: query(attentionMeta, Nothing, Attention, getAttention),
  setupGaps: query(setupGapsMeta, Nothing, SetupGaps, getSetupGaps),
  overview: query(schema.overviewMeta, Nothing, schema.Overview, getOverview),
  metrics: query(metrics.metricsMeta, metrics.MetricsRange, metrics.Metrics, getMetrics),
  usage: query(metrics.usageSeriesMeta, metrics.UsageRange, metrics.UsageSeries, getUsageSeries),
  timeline: query(timelineMeta, TimelineOf, Timeline, readTimeline),
});
