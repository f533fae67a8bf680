import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A text field of several lines, as high as what it holds. */
export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(
        "field-sizing-content max-h-96 min-h-20 w-full rounded-md border border-control bg-surface px-3 py-2 text-base text-foreground placeholder:text-muted sm:text-sm",
        "focus-visible:border-ring focus-visible:outline-offset-0 aria-invalid:border-negative",
        className,
      )}
      {...rest}
    />
  );
}
