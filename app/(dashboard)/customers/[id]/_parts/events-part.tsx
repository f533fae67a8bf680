"use client";

import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { EventsTable } from "../../../events/events-table.tsx";

/** What happened to the customer and to what is theirs. */
export function EventsPart({ customerId }: { customerId: string }) {
  const { data } = useLoaded("customer subscriptions", customerId, (api, signal) =>
    api.subscriptions.list.query({ customer: customerId }, { signal }),
  );
  if (!data) return null;
  return <EventsTable objectIds={[customerId, ...data.data.map(({ id }) => id)]} />;
}
