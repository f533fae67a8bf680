import type { Metadata } from "next";
import { MigrationsPage } from "./migrations-page.tsx";

export const metadata: Metadata = { title: "Subscriber moves" };

export default function Page() {
  return <MigrationsPage />;
}
