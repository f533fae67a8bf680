import type { Metadata } from "next";
import { ClocksPage } from "./clocks-page.tsx";

export const metadata: Metadata = { title: "Test clocks" };

export default function Page() {
  return <ClocksPage />;
}
