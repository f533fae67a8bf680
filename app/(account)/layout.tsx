import type { ReactNode } from "react";
import { PublicFrame } from "../_components/public-frame.tsx";

/** Pages that need no account. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  return <PublicFrame>{children}</PublicFrame>;
}
