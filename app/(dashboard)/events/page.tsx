import type { Metadata } from "next";
import { PageHeader } from "../../_components/page-header.tsx";
import { EventsTable } from "./events-table.tsx";

export const metadata: Metadata = { title: "Events" };

export default function EventsPage() {
  return (
    <>
      <PageHeader
        title="Events"
        description="What your webhooks receive: each change, with the object as it was afterwards."
      />
      <EventsTable />
    </>
  );
}
