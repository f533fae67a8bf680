import type { ReactNode } from "react";
import { cn } from "../../_lib/cn.ts";
import { Card } from "../ui/card.tsx";

/** Figures and charts beside and under one another, parted by hairlines: one panel, not one for each. */
export function Board({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Card className="overflow-hidden">
      <div className={cn("grid gap-px bg-border lg:grid-cols-2", className)}>{children}</div>
    </Card>
  );
}
