import fc from "fast-check";
import { expect } from "vitest";
import { Decimal } from "../../../platform/decimal.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import type { Counter } from "./grant.ts";
import { type CountedTerms, includedUnits, overageUnits, roomFor, usedUnderBinding } from "./rules.ts";

// The rule of room stands twice, because a use is decided and counted in one step by the database: roomFor and usher_room.

const units = fc.integer({ min: 0, max: 60 });
const binding = fc.constantFrom("CUSTOMER" as const, "DIMENSION" as const);
const counter = fc.record({ used: units, reserved: units, rolledOver: units, carried: units });
const drawn = fc.record({
  limit: fc.option(units),
  ceiling: fc.option(units),
  overage: fc.constantFrom("BLOCK" as const, "ALLOW" as const),
  limitBinding: binding,
  capBinding: binding,
  counters: fc.array(counter, { minLength: 1, maxLength: 3 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const DIMENSION = "d0";

function termsOf({ limit, ceiling, ...bindings }: Drawn): CountedTerms {
  return {
    ...bindings,
    limit: limit === null ? null : new Decimal(limit),
    ceiling: ceiling === null ? null : new Decimal(ceiling),
    step: new Decimal(1),
    price: null,
  };
}

function countersOf({ counters }: Drawn): Counter[] {
  return counters.map(({ used, reserved, rolledOver, carried }, n) => ({
    dimension: `d${n}`,
    used: new Decimal(used),
    reserved: new Decimal(reserved),
    rolledOver: new Decimal(rolledOver),
    carried: new Decimal(carried),
    overBefore: new Decimal(0),
    billedBefore: 0n,
  }));
}

/** The arguments of usher_room, as usher_use sums them up over the counters. */
function argumentsOf(one: Drawn) {
  const [terms, counters] = [termsOf(one), countersOf(one)];
  const elsewhere = counters
    .filter(({ dimension }) => dimension !== DIMENSION)
    .map(({ used, reserved, rolledOver, carried }) => {
      const left = terms.limit && Decimal.max(0, terms.limit.plus(rolledOver).minus(carried));
      return overageUnits(left, used.plus(reserved));
    });
  return {
    included: includedUnits(terms, counters, DIMENSION)?.toNumber() ?? null,
    used: usedUnderBinding(terms.limitBinding, counters, DIMENSION).toNumber(),
    own: usedUnderBinding("DIMENSION", counters, DIMENSION).toNumber(),
    over_elsewhere: elsewhere.reduce((sum, over) => sum.plus(over), new Decimal(0)).toNumber(),
    allowance: one.ceiling,
    is_blocking: one.overage === "BLOCK",
    limit_by_dimension: one.limitBinding === "DIMENSION",
    cap_by_dimension: one.capBinding === "DIMENSION",
  };
}

async function roomsInSql({ services }: World, cases: Drawn[]): Promise<(number | null)[]> {
  const { rows } = await services.pool.query<{ room: string | null }>({
    text: `select usher_room(c.included, c.used, c.own, c.over_elsewhere, c.allowance, c.is_blocking, c.limit_by_dimension,
        c.cap_by_dimension) as room
      from rows from (jsonb_to_recordset($1::jsonb) as (included numeric, used numeric, own numeric, over_elsewhere numeric,
        allowance numeric, is_blocking boolean, limit_by_dimension boolean, cap_by_dimension boolean)) with ordinality
        as c (included, used, own, over_elsewhere, allowance, is_blocking, limit_by_dimension, cap_by_dimension, n)
      order by c.n`,
    values: [JSON.stringify(cases.map(argumentsOf))],
  });
  return rows.map(({ room }) => (room === null ? null : Number(room)));
}

const AT_ONCE = 10_000;

/** Draws so many cases, and returns those in which the two differ. */
async function differencesIn(world: World, count: number) {
  const differences = [];
  for (let seed = 0; seed < count / AT_ONCE; seed++) {
    const cases = fc.sample(drawn, { numRuns: AT_ONCE, seed });
    const inSql = await roomsInSql(world, cases);
    for (const [n, one] of cases.entries()) {
      const room = roomFor(termsOf(one), countersOf(one), DIMENSION)?.toNumber() ?? null;
      if (room !== inSql[n]) differences.push({ one, room, inSql: inSql[n] });
    }
  }
  return differences;
}

it("how many more units may be used is the same for a check and for a use, in 10,000 cases", async ({
  world,
}) => {
  expect(await differencesIn(world, AT_ONCE)).toEqual([]);
});

it("how many more units may be used is the same, in 100,000 cases", { tags: ["long"] }, async ({ world }) => {
  expect(await differencesIn(world, 100_000)).toEqual([]);
});
