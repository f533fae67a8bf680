import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

const styles = cva("inline-flex h-5 items-center rounded px-1.5 text-xs font-medium whitespace-nowrap", {
  variants: {
    tone: {
      neutral: "bg-subtle text-muted",
      positive: "bg-positive-ground text-positive",
      caution: "bg-caution-ground text-caution",
      negative: "bg-negative-ground text-negative",
      notice: "bg-notice-ground text-notice",
    },
  },
  defaultVariants: { tone: "neutral" },
});

/** A short label beside an item. */
export function Badge({ className, tone, ...rest }: ComponentProps<"span"> & VariantProps<typeof styles>) {
  return <span className={cn(styles({ tone }), className)} {...rest} />;
}
