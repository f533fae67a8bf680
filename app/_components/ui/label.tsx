import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** The label of a field. */
export function Label({
  className,
  htmlFor,
  children,
  ...rest
}: ComponentProps<"label"> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn("text-[0.8125rem] font-medium", className)} {...rest}>
      {children}
    </label>
  );
}
