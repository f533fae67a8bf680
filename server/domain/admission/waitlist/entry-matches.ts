import { Prisma } from "../../../platform/database/client/client.ts";
import { foldSearch } from "../../../platform/fold-email.ts";
import { literal } from "../../../platform/sorted-page.ts";

/**
 * SQL: the waitlist entry `w` is one that somebody looks for by its id, by the beginning of its address, or by the beginning of its domain
 * after an @. There is an index for each: the waitlist may have a million entries.
 */
export function entryMatches(wanted: string): Prisma.Sql {
  const q = wanted.trim();
  const start = `${literal(foldSearch(q.replace(/^@/, "")))}%`;
  if (q.startsWith("@")) return Prisma.sql`split_part(w.email, '@', -1) like ${start}`;
  return Prisma.sql`(w.id = ${q} or w.email like ${start})`;
}
