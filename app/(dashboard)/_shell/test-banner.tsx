import { FlaskConical } from "lucide-react";

/** Shown on every page of a sandbox, so that members do not mistake it for the LIVE tenant. */
export function TestBanner({ name }: { name: string }) {
  return (
    <section
      aria-label="Test mode"
      className="flex min-h-8 items-center justify-center gap-2 bg-test px-4 py-1 text-center text-xs font-medium text-test-foreground"
    >
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      <p>
        <strong className="font-semibold">TEST</strong> · {name} is a sandbox: no real customers, no real
        money.
      </p>
    </section>
  );
}
