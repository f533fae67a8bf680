import { AUTHOR, OF_CUSTOMER, OF_SESSION, OF_USER, REMOVE } from "./fragments.ts";
import type { PersonalData } from "./personal-data.ts";

/** People, how they sign in, and how they were let in. */
export const PEOPLE: PersonalData[] = [
  { table: "customer_notes", hasHistory: true, of: OF_CUSTOMER, forget: REMOVE },
  { table: "memberships", of: OF_USER, key: "t.user_id || t.target_tenant_id", forget: REMOVE },
  { table: "user_identities", of: OF_USER, key: "t.issuer || t.subject", forget: REMOVE },
  { table: "user_tokens", of: OF_USER, forget: REMOVE, hides: ["hash"] },
  { table: "refresh_tokens", of: OF_SESSION, forget: REMOVE, hides: ["hash", "next_salt"] },
  { table: "sessions", of: OF_USER, forget: REMOVE },
  {
    table: "users",
    hasHistory: true,
    of: "t.id = any(p.users)",
    forget: REMOVE,
    hides: ["password_hash", "totp_sealed", "totp_last_step", "recovery_hashes"],
  },
  {
    table: "registrations",
    hasHistory: true,
    of: "(t.email = any(p.emails) or t.customer = any(p.names))",
    forget: REMOVE,
    hides: ["token_hash"],
  },
  {
    table: "invitation_redemptions",
    hasHistory: true,
    of: "(t.customer_id = any(p.customers) or t.subject = any(p.users || p.names || p.emails))",
    forget: [{ do: "update", set: { subject: "'erased:' || t.id" } }],
  },
  {
    table: "invitation_tokens",
    hasHistory: true,
    of: "t.email = any(p.emails)",
    forget: [
      { do: "delete", where: "t.used_at is null" },
      {
        do: "update",
        set: { email: "'erased-' || t.id || '@erased.invalid'", waitlist_entry_id: "null" },
      },
    ],
    keeps: { created_by: AUTHOR, token_hash: "of a random secret", token_sealed: "a random secret, spent" },
    hides: ["token_hash", "token_sealed"],
  },
  { table: "waitlist_entries", hasHistory: true, of: "t.email = any(p.emails)", forget: REMOVE },
];
