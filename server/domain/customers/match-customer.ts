import { Prisma } from "../../platform/database/client/client.ts";
import { containing } from "../../platform/sorted-page.ts";

/** A condition on a customer, named `c` in the statement: its id is the text, or its names or address contain it. */
export function customerMatches(text: string): Prisma.Sql {
  const part = containing(text);
  return Prisma.sql`(c.id = ${text} or c.external_id ilike ${part} or c.email ilike ${part} or c.name ilike ${part})`;
}
