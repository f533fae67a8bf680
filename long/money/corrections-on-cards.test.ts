import Stripe from "stripe";
import { compareTenant } from "../../server/doctor/providers.ts";
import { aTenant } from "../../server/testing/a-tenant.ts";
import { balancesOf } from "../../server/testing/balances-of.ts";
import { it } from "../../server/testing/it.ts";
import type { World } from "../../server/testing/world.ts";
import { invariantsBroken } from "./corrections/books.ts";
import { report, run } from "./corrections/run.ts";
import { drawStory, PRICE, type Story } from "./corrections-on-cards/draw.ts";
import { booksOf } from "./corrections-on-cards/model.ts";
import { type Played, play } from "./corrections-on-cards/play.ts";
import { createProduct } from "./histories/catalog.ts";

import { Service } from "./histories/service.ts";

// Random histories of invoices by card and what is taken back of them, here and at Stripe, compared with the model after each step:
// 100 in `npm run test:long`. Each tenant has so many customers, and the books of each are examined at the end.

const { USHER_CARD_CORRECTIONS_HISTORIES = "60", USHER_CARD_CORRECTIONS_SEED = "20261124" } = process.env;
const CUSTOMERS_OF_A_TENANT = 50;

it("histories of corrections by card agree with the model", { timeout: 3_600_000 }, async ({ world }) => {
  const all: string[] = [];
  let isWrong = false;
  let seed = Number(USHER_CARD_CORRECTIONS_SEED);
  for (let left = Number(USHER_CARD_CORRECTIONS_HISTORIES); left > 0; left -= CUSTOMERS_OF_A_TENANT, seed++) {
    const { tenant, shop } = await openShop(world);
    const suite = { drawStory, play: (story: Story) => play(shop, story) };
    const outcome = await run(suite, { histories: Math.min(left, CUSTOMERS_OF_A_TENANT), seed });
    const wrong = [
      ...(await journalDiffers(tenant.scope, outcome.played)),
      ...(await invariantsBroken(world, tenant.id)),
      ...(await compareTenant(tenant.scope)).wrong,
    ];
    all.push(...report("corrections by card", seed, outcome), ...wrong);
    isWrong ||= outcome.found.length > 0 || wrong.length > 0;
  }
  process.stdout.write(`${all.join("\n")}\n`);
  // The lines name the figures that differ, and the steps that lead to them.
  if (isWrong) throw new Error(all.join("\n"));
});

/** A tenant that gets the callbacks, with a price in each currency. */
async function openShop(world: World) {
  const tenant = await aTenant(world, { mode: "TEST" });
  const { adminApplication: application, providerKey: secretKey } = tenant;
  const service = Object.assign(new Service({ baseUrl: world.baseUrl, application }), {
    provider: { url: world.sandboxUrl, secretKey },
  });
  // Registers our address at the provider, which a tenant made by rows has not done.
  await service.post("/v1/billing/cardprovider/callbacks/rotate");
  const currencies = ["USD", "JPY"];
  const prices = currencies.map((currency) => ({ amount: PRICE, currency, interval: "MONTH" as const }));
  const product = await createProduct(service, {}, { plans: { plan: { entitlements: {}, prices } } });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(secretKey, { host, port, protocol: "http" });
  const ids = currencies.map((currency, at) => [currency, product.price("plan", at).id]);
  return { tenant, shop: { service, stripe, prices: Object.fromEntries(ids) } };
}

/** What the journal of each customer says, against the model. */
async function journalDiffers(
  scope: Awaited<ReturnType<typeof aTenant>>["scope"],
  played: Played[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { customer, state, story, log, difference } of played) {
    if (difference) continue;
    const found = await balancesOf(scope.db, scope, customer, story.currency);
    const wanted = booksOf(state);
    const names = Object.entries(wanted).filter(
      ([account, amount]) => found[account as keyof typeof found] !== BigInt(amount),
    );
    const texts = names.map(
      ([account, amount]) => `${account} is ${found[account as keyof typeof found]}, expected ${amount}`,
    );
    if (texts.length > 0)
      wrong.push(`the journal of ${customer}: ${texts}`, ...log.map((step) => `    ${step}`));
  }
  return wrong;
}
