import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A text field of one line. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return (
    <input
      // 16 px on small screens: below that, iOS zooms into the field.
      className={cn(
        "h-9 w-full rounded-md border border-control bg-surface px-3 text-base text-foreground placeholder:text-muted sm:text-sm",
        "focus-visible:border-ring focus-visible:outline-offset-0 aria-invalid:border-negative user-invalid:border-negative",
        className,
      )}
      {...rest}
    />
  );
}
