import type { ReactNode } from "react";

/** Says that there is nothing: a dash in a table, or a count of 0. A phone's card leaves the pair out (theme.css). */
export function Nothing({ children = "–" }: { children?: ReactNode }) {
  return (
    <span data-nothing="" className="text-muted">
      {children}
    </span>
  );
}
