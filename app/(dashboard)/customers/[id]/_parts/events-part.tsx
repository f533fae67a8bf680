"use client";

import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { EventsTable } from "../../../events/events-table.tsx";

/** The events of the customer and of the customer's objects. */
export function EventsPart({ customerId }: { customerId: string }) {
  const { data } = useLoaded("customer subscriptions", customerId, (api, signal) =>
    api.subscriptions.list.query({ customer: customerId }, { signal }),
  );
  if (!data) return null;
  return <EventsTable objectIds={[customerId, ...data.data.map(({ id }) => id)]} />;
}
