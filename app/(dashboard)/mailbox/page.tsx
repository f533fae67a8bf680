import type { Metadata } from "next";
import { MailboxPage } from "./mailbox-page.tsx";

export const metadata: Metadata = { title: "Mailbox" };

export default function Page() {
  return <MailboxPage />;
}
