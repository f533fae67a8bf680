import { AUTHOR, OF_CUSTOMER } from "./fragments.ts";
import type { PersonalData } from "./personal-data.ts";

/** What people may use, and what they used. */
export const USAGE: PersonalData[] = [
  {
    table: "overrides",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { reason: "'erased'", value: "null" } }],
    keeps: { created_by: AUTHOR },
  },
  {
    table: "customer_grants",
    of: OF_CUSTOMER,
    // The pages and starts that claimed one are over.
    forget: [
      {
        do: "update",
        set: { subscription_id: "null" },
        where: "t.used_at is null and t.subscription_id is not null",
      },
    ],
    keeps: { source_id: "the id of the code that gave it" },
  },
  {
    table: "usage_records",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [
      {
        do: "update",
        set: { dimension: "'erased:' || t.id" },
        where: "t.dimension not in ('', 'erased:' || t.id)",
      },
    ],
  },
  {
    table: "usage_ledger",
    of: OF_CUSTOMER,
    forget: [
      {
        do: "update",
        set: { reason: "null", event_id: "null" },
        where: "(t.reason is not null or t.event_id is not null)",
      },
    ],
    keeps: { actor_id: AUTHOR },
  },
  {
    table: "usage_reservations",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: { ledger_id: "names a row of the ledger", part_of: "names another reservation" },
  },
];
