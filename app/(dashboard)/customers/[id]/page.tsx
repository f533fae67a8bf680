import type { Metadata } from "next";
import { CustomerPage } from "./customer-page.tsx";

export const metadata: Metadata = { title: "Customer" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <CustomerPage id={decodeURIComponent((await params).id)} />;
}
