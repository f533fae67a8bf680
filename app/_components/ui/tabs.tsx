"use client";

import * as Primitive from "@radix-ui/react-tabs";
import { type ComponentProps, useEffect, useRef } from "react";
import { cn } from "../../_lib/cn.ts";
import { showWithin } from "../../_lib/show-within.ts";

export const Tabs = Primitive.Root;

/** The strip of tabs. Where it is wider than the screen, it scrolls to the active tab whenever that is another one. */
export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  const strip = useRef<HTMLDivElement>(null);
  const shown = useRef<Element | null>(null);
  useEffect(() => {
    const active = strip.current?.querySelector("[data-state='active']") ?? null;
    if (strip.current && active && active !== shown.current) showWithin(strip.current, active);
    shown.current = active;
  });
  return (
    <Primitive.List
      ref={strip}
      className={cn(
        "scroll-hint -mx-4 flex gap-4 overflow-x-auto overflow-y-hidden border-b px-4 [--scroll-ground:var(--background)] sm:mx-0 sm:px-0",
        className,
      )}
      {...rest}
    />
  );
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        "-mb-px h-9 shrink-0 border-b-2 border-transparent text-[0.8125rem] font-medium text-muted transition-colors hover:text-foreground focus-visible:-outline-offset-2",
        "data-[state=active]:border-primary data-[state=active]:text-foreground",
        className,
      )}
      {...rest}
    />
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={cn("pt-4 focus-visible:outline-offset-4", className)} {...rest} />;
}
