"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

/** Loaded with its schema, which is large, after the page has rendered. */
export const SetUpForm = dynamic(() => import("./set-up-form.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-64 w-full" />,
});
