import type { Metadata } from "next";
import { TeamPage } from "./team-page.tsx";

export const metadata: Metadata = { title: "Team" };

export default function Page() {
  return <TeamPage />;
}
