import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A placeholder for content that is loading. */
export function Skeleton({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden
      data-skeleton
      className={cn("motion-safe:animate-pulse rounded bg-subtle", className)}
      {...rest}
    />
  );
}
