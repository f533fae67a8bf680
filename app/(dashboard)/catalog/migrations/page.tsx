import type { Metadata } from "next";
import { MigrationsPage } from "./migrations-page.tsx";

export const metadata: Metadata = { title: "Migrations" };

export default function Page() {
  return <MigrationsPage />;
}
