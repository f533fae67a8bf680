"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

interface Props {
  title: string;
  /** A field inside was refused: it must be seen. */
  hasProblem?: boolean;
  children: ReactNode;
}

/** Fields that few need, folded away under a title. */
export function Fold({ title, hasProblem = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (hasProblem) setIsOpen(true);
  }, [hasProblem]);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group/fold"
    >
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 rounded text-[0.8125rem] font-medium text-muted hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 group-open/fold:rotate-90" />
        {title}
      </summary>
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </details>
  );
}
