"use client";

import * as Primitive from "@radix-ui/react-checkbox";
import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** Chosen or not; a dash where some of what it stands for are. */
export function Checkbox({ className, checked, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      checked={checked}
      className={cn(
        "relative flex size-4 shrink-0 items-center justify-center rounded border border-control bg-surface transition-colors",
        // A target of 24 px around the box.
        "after:absolute after:-inset-1.5",
        "data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary",
        className,
      )}
      {...rest}
    >
      <Primitive.Indicator className="text-primary-foreground">
        {checked === "indeterminate" ? (
          <Minus aria-hidden className="size-3" />
        ) : (
          <Check aria-hidden className="size-3" />
        )}
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
