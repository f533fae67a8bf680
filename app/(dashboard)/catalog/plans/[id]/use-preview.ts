"use client";

import type { Api } from "../../../../_lib/api.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { useQuiet } from "../../../../_lib/use-quiet.ts";

export type PlanPreview = Awaited<ReturnType<Api["plans"]["preview"]["mutate"]>>;
export type PreviewInput = Parameters<Api["plans"]["preview"]["mutate"]>[0];

/** What the server says of the plan as it is on the page now, asked again after each change. */
export function usePreview(input: PreviewInput): PlanPreview | undefined {
  const asked = useQuiet(input);
  const { data } = useLoaded(
    "plan preview",
    asked,
    (api, signal) => api.plans.preview.mutate(asked, { signal }),
    {
      keepsPrevious: true,
    },
  );
  return data;
}
