import type { Metadata } from "next";
import { ConnectionsPage } from "./connections-page.tsx";

export const metadata: Metadata = { title: "Connections" };

export default function Page() {
  return <ConnectionsPage />;
}
