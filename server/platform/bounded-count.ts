import { z } from "zod";
import type { Prisma } from "./database/client/client.ts";
import type { Tx } from "./database/open.ts";

/** Rows that are counted at most: a list must stay fast with millions of them. */
const MOST = 10_000;

export const BoundedCount = z.object({
  count: z.number().int().meta({ description: "How many there are, up to 10,000." }),
  is_more: z.boolean().meta({ description: "Whether there are more than that." }),
});

/** How many rows a statement selects, up to 10,000. */
export async function boundedCount(
  db: Pick<Tx, "$queryRaw">,
  rows: Prisma.Sql,
): Promise<z.output<typeof BoundedCount>> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (${rows} limit ${MOST + 1}) found`;
  const count = found?.count ?? 0;
  return { count: Math.min(count, MOST), is_more: count > MOST };
}
