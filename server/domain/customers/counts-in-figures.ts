import { Prisma } from "../../platform/database/client/client.ts";

/** SQL: that a customer `c` counts in figures of money, in sums and in files for the accountant: one in real time, unless asked for all. */
export function countsInFigures(includesTestClocks = false): Prisma.Sql {
  return includesTestClocks ? Prisma.sql`true` : Prisma.sql`c.test_clock_id is null`;
}
