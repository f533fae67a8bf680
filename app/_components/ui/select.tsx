import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A native select element, which works with keyboards, screen readers and phones. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block w-full">
      <select
        className={cn(
          "h-9 w-full appearance-none rounded-md border border-control bg-surface pr-8 pl-3 text-base text-foreground sm:text-sm",
          "focus-visible:border-ring focus-visible:outline-offset-0 aria-invalid:border-negative",
          className,
        )}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
