import type { ReactNode } from "react";

/** Layout of embedded pages; their background is transparent. */
export default function EmbedLayout({ children }: { children: ReactNode }) {
  return <div data-embedded>{children}</div>;
}
