import type { Metadata } from "next";
import { PageHeader } from "../../_components/page-header.tsx";

export const metadata: Metadata = { title: "API reference" };

export default function Page() {
  return <PageHeader title="API reference" />;
}
