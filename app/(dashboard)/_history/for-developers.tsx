import type { ReactNode } from "react";

/** A fold with ids and JSON, for those who call the API. */
export function ForDevelopers({ children }: { children: ReactNode }) {
  return (
    <details className="rounded-md border">
      <summary className="min-h-9 cursor-pointer rounded-md px-3 py-2 text-[0.8125rem] font-medium text-muted">
        For developers
      </summary>
      <div className="space-y-3 border-t p-3">{children}</div>
    </details>
  );
}
