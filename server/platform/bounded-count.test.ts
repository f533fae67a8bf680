import { expect } from "vitest";
import { it } from "../testing/it.ts";
import { boundedCount } from "./bounded-count.ts";
import { Prisma } from "./database/client/client.ts";

it.for([
  [0, 0, false],
  [3, 3, false],
  [10_000, 10_000, false],
  [10_001, 10_000, true],
  [25_000, 10_000, true],
] as const)("of %i rows %i are counted; more: %s", async ([rows, count, isMore], { world }) => {
  const statement = Prisma.sql`select 1 from generate_series(1, ${rows}::int)`;
  expect(await boundedCount(world.services.db, statement)).toEqual({ count, is_more: isMore });
});
