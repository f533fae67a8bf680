import type { Metadata } from "next";
import { PackPage } from "./pack-page.tsx";

export const metadata: Metadata = { title: "Pack" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <PackPage id={decodeURIComponent((await params).id)} />;
}
