import { cva, type VariantProps } from "class-variance-authority";
import { CircleAlert, Info } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

const look = cva(
  "flex gap-2.5 rounded-md px-3 py-2.5 text-[0.8125rem] [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        caution: "bg-caution-ground text-caution",
        negative: "bg-negative-ground text-negative",
        neutral: "bg-subtle text-muted",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

/** A message that the user should read before continuing. */
export function Alert({
  className,
  tone,
  children,
  ...rest
}: ComponentProps<"div"> & VariantProps<typeof look>) {
  const Icon = tone === "negative" || tone === "caution" ? CircleAlert : Info;
  return (
    <div className={cn(look({ tone }), className)} {...rest}>
      <Icon aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
