"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

/** With its schema, which is large: the page stands before the form does. */
export const ForgotPasswordForm = dynamic(() => import("./forgot-password-form.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-28 w-full" />,
});
