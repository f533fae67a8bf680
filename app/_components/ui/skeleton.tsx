import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** Holds the place of what is still on its way. */
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
