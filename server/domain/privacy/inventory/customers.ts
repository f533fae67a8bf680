import type { PersonalData } from "./personal-data.ts";

/** Customers, to whom all other rows lead. */
export const CUSTOMERS: PersonalData[] = [
  {
    table: "customers",
    hasHistory: true,
    of: "t.id = any(p.customers)",
    forget: [
      {
        do: "update",
        set: {
          external_id: "'erased:' || t.id",
          email: "null",
          name: "null",
          metadata: "'{}'",
          invoice_address: "null",
          tax_ids: "'[]'",
          erased_at: "coalesce(t.erased_at, $7::timestamptz)",
          updated_at: "$7::timestamptz",
        },
      },
    ],
  },
];
