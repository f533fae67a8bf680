import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

const look = cva(
  "inline-flex h-5 items-center rounded px-1.5 text-[0.6875rem] font-semibold tracking-wide whitespace-nowrap",
  {
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
  },
);

/** A word about the thing beside it. */
export function Badge({ className, tone, ...rest }: ComponentProps<"span"> & VariantProps<typeof look>) {
  return <span className={cn(look({ tone }), className)} {...rest} />;
}
