import type { Metadata } from "next";
import { CatalogPage } from "./catalog-page.tsx";

export const metadata: Metadata = { title: "Products and plans" };

export default function Page() {
  return <CatalogPage />;
}
