"use client";

import type { Api } from "../../../_lib/api.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";

export type PlanPreview = Awaited<ReturnType<Api["plans"]["preview"]["mutate"]>>;
export type StartPreview = Awaited<ReturnType<Api["subscriptions"]["previewStart"]["query"]>>;
export type AskedStart = Parameters<Api["subscriptions"]["previewStart"]["query"]>[0];

/** What a start would charge, as the server says; the last answer stays until the next one is there. */
export function useStartPreview(asked: AskedStart) {
  return useLoaded(
    "start preview",
    asked,
    (api, signal) => api.subscriptions.previewStart.query(asked, { signal }),
    { keepsPrevious: true, isWanted: asked.plan_price_id !== "" },
  );
}

/** What a plan grants, and what of it is sold by the step. */
export function usePlanPreview(planId: string) {
  return useLoaded(
    "plan preview",
    { plan_id: planId },
    (api, signal) => api.plans.preview.mutate({ plan_id: planId }, { signal }),
    { isWanted: planId !== "" },
  );
}
