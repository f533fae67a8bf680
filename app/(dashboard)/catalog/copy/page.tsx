import type { Metadata } from "next";
import { CopyPage } from "./copy-page.tsx";

export const metadata: Metadata = { title: "Copy the catalog" };

export default function Page() {
  return <CopyPage />;
}
