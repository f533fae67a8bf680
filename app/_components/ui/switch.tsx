"use client";

import * as Primitive from "@radix-ui/react-switch";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A switch with the states on and off. */
export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        "h-5 w-9 shrink-0 rounded-full bg-control p-0.5 transition-colors data-[state=checked]:bg-primary disabled:opacity-60",
        className,
      )}
      {...rest}
    >
      <Primitive.Thumb className="block size-4 rounded-full bg-white shadow transition-transform data-[state=checked]:translate-x-4" />
    </Primitive.Root>
  );
}
