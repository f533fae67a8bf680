"use client";

import { useEffect, useState } from "react";
import type { Api } from "../../../../_lib/api.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";

export type PlanPreview = Awaited<ReturnType<Api["plans"]["preview"]["mutate"]>>;
export type PreviewInput = Parameters<Api["plans"]["preview"]["mutate"]>[0];

/** How long after the last change the server is asked, in milliseconds. */
const QUIET = 300;

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

/** The value as it was when it had not changed for a while. */
function useQuiet<T>(value: T): T {
  const [quiet, setQuiet] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value, which is made anew each time
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), QUIET);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}
