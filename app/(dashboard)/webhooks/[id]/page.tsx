import type { Metadata } from "next";
import { EndpointPage } from "./endpoint-page.tsx";

export const metadata: Metadata = { title: "Webhook endpoint" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <EndpointPage id={decodeURIComponent((await params).id)} />;
}
