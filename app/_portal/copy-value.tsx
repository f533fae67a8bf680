"use client";

import { Check, Copy } from "lucide-react";
import { Button } from "../_components/ui/button.tsx";
import { useClipboard } from "../_components/use-clipboard.ts";

/** Copies a value that stands beside it. */
export function CopyValue({ value, name, copied }: { value: string; name: string; copied: string }) {
  const { isCopied, copy } = useClipboard(value);
  return (
    <Button variant="secondary" size="icon" aria-label={name} onClick={copy}>
      {isCopied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
      <span role="status" className="sr-only">
        {isCopied ? copied : ""}
      </span>
    </Button>
  );
}
