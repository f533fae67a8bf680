import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A panel on the page. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={cn("min-w-0 rounded-lg border bg-surface shadow-card", className)} {...rest} />;
}

/** The panel's heading, with controls to the right of it. */
export function CardHeader({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      className={cn("flex min-h-12 items-center justify-between gap-3 border-b px-4 py-2", className)}
      {...rest}
    />
  );
}

export function CardTitle({ className, ...rest }: ComponentProps<"h2">) {
  return <h2 className={cn("text-sm font-semibold", className)} {...rest} />;
}
