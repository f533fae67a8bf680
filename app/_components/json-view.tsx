import { cn } from "../_lib/cn.ts";

/** Formatted JSON with a button that copies it. */
export function JsonView({ value, label, className }: { value: unknown; label: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must reach
      tabIndex={0}
      className={cn(
        "max-h-96 overflow-auto rounded-md border bg-subtle p-3 font-mono text-xs leading-5",
        className,
      )}
    >
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
