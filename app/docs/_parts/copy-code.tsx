"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../_components/ui/button.tsx";

const CONFIRMED_MS = 2_000;

/** Copies a block of code whole, and says that it did. */
export function CopyCode({ code }: { code: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      variant="ghost"
      size="small"
      className="h-7 px-2 text-xs"
      onClick={() => void navigator.clipboard.writeText(code).then(() => setIsCopied(true))}
    >
      {isCopied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
      <span role="status">{isCopied ? "Copied" : "Copy"}</span>
    </Button>
  );
}
