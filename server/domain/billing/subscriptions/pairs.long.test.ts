// Every ordered pair of acts on a subscription, and drawn triples, against a model that was written from the documentation alone.
import { appendFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { itWith } from "../../../testing/it.ts";
import type { Life } from "../../../testing/pairs/life.ts";
import { pairsOf, playAll } from "../../../testing/pairs/play.ts";

const it = itWith({ environment: { USHER_RATE_LIMIT: "1000000" }, hasOwnDatabase: true });

const only = process.env.USHER_PAIRS;

function report(lives: Life[]) {
  const file = process.env.USHER_PAIRS_REPORT;
  if (!file) return;
  for (const life of lives)
    appendFileSync(
      file,
      `${JSON.stringify({ provider: life.plan.provider, acts: life.plan.acts, told: life.told.map(({ act, answer: { isDone, code, previewCode, quote }, replaced }) => ({ act, isDone, code, previewCode, total: quote?.total, due: quote?.amount_due, next: quote?.next, replaced })), differences: life.differences, log: life.differences.length ? life.log : undefined })}\n`,
    );
}

describe.each(["PROVIDER_A", "PROVIDER_B"] as const)("with %s", (provider) => {
  it("what was accepted last is what comes, and what was promised is charged, after every pair", { timeout: 3_600_000 }, async ({ world }) => {
    const pairs = pairsOf(provider).filter((pair) => !only || new RegExp(only).test(`${provider} ${pair.join(", ")}`));
    const { lives, found } = await playAll(world, provider, pairs, { onDone: report });
    const differences = lives.flatMap((life) => life.differences.map((one) => ({ acts: life.name, ...one })));
    expect({ differences, found }).toEqual({ differences: [], found: [] });
  });
});
