import type { ReactNode } from "react";

/** Says that it is done. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md bg-positive-ground px-3 py-2.5 text-positive">
      {children}
    </p>
  );
}
