import type { Metadata } from "next";
import { RevenuePage } from "./revenue-page.tsx";

export const metadata: Metadata = { title: "Revenue" };

export default function Page() {
  return <RevenuePage />;
}
