"use client";

import { Check, Copy } from "lucide-react";
import { cn } from "../_lib/cn.ts";
import { MiddleCut } from "./middle-cut.tsx";
import { useClipboard } from "./use-clipboard.ts";

/** An id or a secret that a click copies. */
export function CopyButton({
  value,
  label,
  className,
}: {
  value: string;
  label?: string;
  className?: string;
}) {
  const { isCopied, isRefused, copy } = useClipboard(value);
  return (
    <button
      type="button"
      aria-label={label ? `Copy ${label}: ${value}` : `Copy ${value}`}
      title={value}
      onClick={copy}
      className={cn(
        "group inline-flex min-h-6 max-w-full min-w-0 items-center gap-1.5 rounded font-mono text-xs text-muted transition-colors hover:text-foreground",
        className,
      )}
    >
      <MiddleCut value={value} />
      {isCopied ? (
        <Check aria-hidden className="size-3 shrink-0 text-positive" />
      ) : (
        <Copy aria-hidden className="size-3 shrink-0 opacity-60 group-hover:opacity-100" />
      )}
      <span role="status" className={isRefused ? "shrink-0 font-sans" : "sr-only"}>
        {isCopied ? "Copied" : isRefused ? "Not copied: select it" : ""}
      </span>
    </button>
  );
}
