// Every ordered pair of acts on a subscription, and drawn triples, against a model that was written from the documentation alone.
//   USHER_PAIRS="^PROVIDER_A pause, "   plays those whose provider and acts match
//   USHER_PAIRS_DRAWN=40                plays so many pairs of each provider, drawn; without it all of them, which takes half an hour
//   USHER_PAIRS_TRIPLES=500             how many triples for each provider; USHER_PAIRS_SEED draws others
//   USHER_PAIRS_WRITE=1                 writes the tables of docs/pairs.md
//   USHER_PAIRS_REPORT=/tmp/pairs.jsonl a line for each, with its answers, and where it differs with its requests
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { itWith } from "../../../testing/it.ts";
import { drawOf, drawTriples } from "../../../testing/pairs/draw.ts";
import type { Life } from "../../../testing/pairs/life.ts";
import { actsOf, pairsOf, playAll } from "../../../testing/pairs/play.ts";
import { type Cells, cellsOf, withCells } from "../../../testing/pairs/table.ts";

// The worker does what callbacks of the card provider ask for: a page that is completed, a payment that a bank confirms.
const it = itWith({ environment: { USHER_RATE_LIMIT: "1000000" }, isWorker: true });

const { USHER_PAIRS, USHER_PAIRS_REPORT, USHER_PAIRS_DRAWN, USHER_PAIRS_TRIPLES, USHER_PAIRS_WRITE } =
  process.env;
const SEED = Number(process.env.USHER_PAIRS_SEED ?? 41);
const isWanted = (provider: string, acts: string[]) =>
  new RegExp(USHER_PAIRS ?? "").test(`${provider} ${acts.join(", ")}`);

const ROOT = join(import.meta.dirname, "../../../..");
const PAGE = join(ROOT, "docs/pairs.md");
const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

const LONGEST_MS = 3_600_000;
const cells: Cells = new Map();

/** A line for each, as soon as it is played. */
function report(lives: Life[]): void {
  if (!USHER_PAIRS_REPORT) return;
  for (const { plan, told, differences, log } of lives) {
    const line = { ...plan, told, differences, log: differences.length > 0 ? log : [] };
    appendFileSync(USHER_PAIRS_REPORT, `${JSON.stringify(line)}\n`);
  }
}

const differencesOf = (lives: Life[]) =>
  lives.flatMap(({ plan, differences, log }) =>
    differences.map((one) => ({ acts: plan.acts.join(", "), ...one, log })),
  );

describe.each(["PROVIDER_A", "PROVIDER_B"] as const)("with %s", (provider) => {
  it("what was accepted last is what comes, and what was promised is charged, after every pair", {
    timeout: LONGEST_MS,
  }, async ({ world }) => {
    const all = pairsOf(provider).filter((pair) => isWanted(provider, pair));
    const pairs = drawOf(all, SEED, Number(USHER_PAIRS_DRAWN ?? all.length));
    const { lives, found } = await playAll(world, provider, pairs, report);
    for (const [pair, cell] of cellsOf(lives)) cells.set(pair, cell);
    expect({ differences: differencesOf(lives), found }).toEqual({ differences: [], found: [] });
  });

  it("and after triples that are drawn", { timeout: LONGEST_MS }, async ({ world }) => {
    const triples = drawTriples(actsOf(provider), SEED, Number(USHER_PAIRS_TRIPLES ?? 60));
    const wanted = triples.filter((triple) => isWanted(provider, triple));
    const { lives, found } = await playAll(world, provider, wanted, report);
    expect({ differences: differencesOf(lives), found }).toEqual({ differences: [], found: [] });
  });
});

afterAll(() => {
  if (USHER_PAIRS_WRITE) writeFileSync(PAGE, withCells(read("docs/pairs.md"), read("docs/errors.md"), cells));
});

it("docs/pairs.md says what each pair was answered (USHER_PAIRS_WRITE=1 writes it)", () => {
  if (USHER_PAIRS_WRITE) return;
  const page = read("docs/pairs.md");
  expect(page).toBe(withCells(page, read("docs/errors.md"), cells));
});
