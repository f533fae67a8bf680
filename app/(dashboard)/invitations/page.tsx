import type { Metadata } from "next";
import { InvitationsPage } from "./invitations-page.tsx";

export const metadata: Metadata = { title: "Invitations" };

export default function Page() {
  return <InvitationsPage />;
}
