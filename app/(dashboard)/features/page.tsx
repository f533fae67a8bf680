import type { Metadata } from "next";
import { FeaturesPage } from "./features-page.tsx";

export const metadata: Metadata = { title: "Features" };

export default function Page() {
  return <FeaturesPage />;
}
