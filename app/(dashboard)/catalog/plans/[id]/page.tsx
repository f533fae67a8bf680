import type { Metadata } from "next";
import { PlanPage } from "./plan-page.tsx";

export const metadata: Metadata = { title: "Plan" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <PlanPage id={decodeURIComponent((await params).id)} />;
}
