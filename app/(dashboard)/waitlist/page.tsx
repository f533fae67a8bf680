import type { Metadata } from "next";
import { WaitlistPage } from "./waitlist-page.tsx";

export const metadata: Metadata = { title: "Waitlist" };

export default function Page() {
  return <WaitlistPage />;
}
