"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

/** Loaded with its schema, which is large, after the page has rendered. */
export const ForgotPasswordForm = dynamic(() => import("./forgot-password-form.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-28 w-full" />,
});
