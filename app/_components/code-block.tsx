"use client";

import { CopyCode } from "./copy-code.tsx";

/** Shell commands with a button that copies them. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="overflow-hidden rounded-md border bg-subtle">
      <div className="flex h-9 items-center justify-between border-b pr-1 pl-3">
        <span className="text-xs text-muted">Shell</span>
        <CopyCode code={code} label={label} />
      </div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which the keyboard must reach
        tabIndex={0}
        className="scroll-hint overflow-x-auto p-3 font-mono text-xs leading-5 [--scroll-ground:var(--subtle)] focus-visible:-outline-offset-2"
      >
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}
