import type { Metadata } from "next";
import { PageHeader } from "../../../_components/page-header.tsx";

export const metadata: Metadata = { title: "Team" };

export default function Page() {
  return <PageHeader title="Team" />;
}
