import type { ReactNode } from "react";

/** Pages that stand in a frame of a tenant's own page: its ground shows through. */
export default function EmbedLayout({ children }: { children: ReactNode }) {
  return <div data-embedded>{children}</div>;
}
