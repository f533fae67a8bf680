// @module-tag ci
import { aTenant } from "../../server/testing/a-tenant.ts";
import { it } from "../../server/testing/it.ts";
import { gapsIn, invariantsBroken, journalDiffers } from "./corrections/books.ts";
import { drawStory, type Story } from "./corrections/draw.ts";
import { openShop } from "./corrections/open-shop.ts";
import { play } from "./corrections/play.ts";
import { report, run } from "./corrections/run.ts";
import { Service } from "./histories/service.ts";

// Random histories of invoices and their corrections, compared with the model after each step: 16 in `npm test`, 900 in
// `npm run test:long`. Each tenant has so many customers, and the books of each are examined when all of them were played.

const { USHER_CORRECTIONS_HISTORIES = "16", USHER_CORRECTIONS_SEED = "20261123" } = process.env;
const CUSTOMERS_OF_A_TENANT = 250;

it("histories of corrections agree with the model", { timeout: 3_600_000 }, async ({ world }) => {
  const all: string[] = [];
  let isWrong = false;
  let seed = Number(USHER_CORRECTIONS_SEED);
  for (let left = Number(USHER_CORRECTIONS_HISTORIES); left > 0; left -= CUSTOMERS_OF_A_TENANT, seed++) {
    const { id, adminApplication } = await aTenant(world, { mode: "TEST" });
    const service = new Service({ baseUrl: world.baseUrl, application: adminApplication });
    const shop = await openShop(service);
    const suite = { drawStory, play: (story: Story) => play(shop, story) };
    const outcome = await run(suite, { histories: Math.min(left, CUSTOMERS_OF_A_TENANT), seed });
    const wrong = [
      ...(await journalDiffers(world, outcome.played)),
      ...(await gapsIn(service)),
      ...(await invariantsBroken(world, id)),
    ];
    all.push(...report("corrections", seed, outcome), ...wrong);
    isWrong ||= outcome.found.length > 0 || wrong.length > 0;
  }
  process.stdout.write(`${all.join("\n")}\n`);
  // The lines name the figures that differ, and the steps that lead to them.
  if (isWrong) throw new Error(all.join("\n"));
});
