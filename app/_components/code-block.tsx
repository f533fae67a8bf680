"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./ui/button.tsx";

const CONFIRMED_MS = 2_000;

/** Commands to take along: a button copies them whole, and says that it did. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <div className="overflow-hidden rounded-md border bg-subtle">
      <div className="flex h-9 items-center justify-between border-b pr-1 pl-3">
        <span className="text-xs text-muted">Shell</span>
        <Button
          variant="ghost"
          size="small"
          className="h-7 px-2 text-xs"
          aria-label={`Copy: ${label}`}
          onClick={() => void navigator.clipboard.writeText(code).then(() => setIsCopied(true))}
        >
          {isCopied ? <Check aria-hidden className="text-positive" /> : <Copy aria-hidden />}
          <span role="status">{isCopied ? "Copied" : "Copy"}</span>
        </Button>
      </div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which the keyboard must reach
        tabIndex={0}
        className="overflow-x-auto p-3 font-mono text-xs leading-5 focus-visible:-outline-offset-2"
      >
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
