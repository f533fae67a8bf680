import type { Metadata } from "next";
import { ProviderPage } from "./provider-page.tsx";

export const metadata: Metadata = { title: "Payments" };

export default function Page() {
  return <ProviderPage />;
}
