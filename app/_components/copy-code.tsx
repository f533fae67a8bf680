"use client";

import { Check, Copy } from "lucide-react";
import { Button } from "./ui/button.tsx";
import { useClipboard } from "./use-clipboard.ts";

/** Copies a block of code and confirms it. `label` names the block for screen readers. */
export function CopyCode({ code, label }: { code: string; label?: string }) {
  const { isCopied, isRefused, copy } = useClipboard(code);
  return (
    <Button
      variant="ghost"
      size="small"
      className="h-7 px-2 text-xs"
      {...(label && { "aria-label": `Copy: ${label}` })}
      onClick={copy}
    >
      {isCopied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
      <span role="status">{isCopied ? "Copied" : isRefused ? "Not copied: select it" : "Copy"}</span>
    </Button>
  );
}
