import { Prisma } from "../../platform/database/client/client.ts";
import { foldSearch } from "../../platform/fold-email.ts";
import { contains } from "../../platform/sorted-page.ts";

/** What people call a customer named `c` in the statement, and their address. */
const NAMES = [Prisma.sql`c.external_id`, Prisma.sql`c.name`];
const ADDRESS = [Prisma.sql`c.email`];

/** A condition on a customer, named `c` in the statement: its id is the text, or its names or address contain it. */
export function customerMatches(text: string): Prisma.Sql {
  return Prisma.sql`(c.id = ${text} or ${contains(NAMES, text)} or ${contains(ADDRESS, foldSearch(text))})`;
}
