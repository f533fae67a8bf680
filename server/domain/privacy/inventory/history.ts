import { AUTHOR, OF_EVENT, REMOVE } from "./fragments.ts";
import type { PersonalData } from "./personal-data.ts";

/** Messages, and the record of what happened. */
export const HISTORY: PersonalData[] = [
  { table: "mail_messages", hasHistory: true, of: `t."to" = any(p.emails)`, forget: REMOVE, hides: ["html"] },
  {
    table: "webhook_attempts",
    of: OF_EVENT,
    needsObjects: true,
    forget: REMOVE,
  },
  {
    table: "webhook_deliveries",
    of: OF_EVENT,
    needsObjects: true,
    key: "t.endpoint_id || t.event_id",
    forget: [{ do: "update", set: { last_error: "null" } }],
  },
  // Blanked by erase-history.ts, which records that in the history itself.
  {
    table: "events",
    of: "t.object_id = any(p.objects)",
    needsObjects: true,
    keeps: { type: "what happened", object_type: "to what kind of thing" },
  },
  {
    table: "audit_entries",
    of: "t.object_id = any(p.objects)",
    needsObjects: true,
    keeps: {
      action: "what happened",
      object_type: "to what kind of thing",
      actor_id: AUTHOR,
      request_id: "names the request",
    },
    hides: ["salt", "digest", "hash"],
  },
];
