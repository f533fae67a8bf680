import { createProduct } from "../histories/catalog.ts";
import { Draw } from "../histories/draw.ts";
import type { Service } from "../histories/service.ts";
import { drawStory, PRICES, type Step } from "./draw.ts";
import { type Played, play, type Shop } from "./play.ts";

/** Histories that are played at the same time. */
const AT_ONCE = 4;
/** For how many kinds of differences a shorter history is searched. */
const SHORTENED = 3;

export interface Found {
  kind: string;
  text: string;
  /** The shortest history found that shows it. */
  log: string[];
  times: number;
}

export interface Outcome {
  histories: number;
  steps: number;
  checks: number;
  requests: number;
  seconds: number;
  played: Played[];
  /** One for each kind of difference. */
  found: Found[];
}

/** Makes a product of ours with a price in each currency, over REST. */
export async function openShop(service: Service): Promise<Shop> {
  const currencies = ["USD", "JPY"];
  const all = PRICES.flatMap((amount) => currencies.map((currency) => ({ amount, currency })));
  const plans = {
    plan: { entitlements: {}, prices: all.map((one) => ({ ...one, interval: "MONTH" as const })) },
  };
  const product = await createProduct(service, {}, { plans });
  const prices = all.map(({ amount, currency }, at) => [
    `${currency} ${amount}`,
    product.price("plan", at).id,
  ]);
  return { service, prices: Object.fromEntries(prices) };
}

/** Plays random histories against the service and the model, and makes the first of each kind of difference shorter. */
export async function run(
  shop: Shop,
  { histories, seed }: { histories: number; seed: number },
): Promise<Outcome> {
  const began = Date.now();
  const draw = new Draw(seed);
  const stories = Array.from({ length: histories }, () => drawStory(draw));
  const played: Played[] = [];
  const next = stories.values();
  const worker = async () => {
    for (const story of next) played.push(await play(shop, story));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (Date.now() - began) / 1000;
  return {
    histories,
    steps: played.reduce((sum, { log }) => sum + log.length, 0),
    checks: played.reduce((sum, { checks }) => sum + checks, 0),
    requests: shop.service.calls,
    seconds,
    played,
    found: await shortest(shop, played),
  };
}

async function shortest(shop: Shop, played: Played[]): Promise<Found[]> {
  const found = new Map<string, Found>();
  for (const one of played) {
    if (!one.difference) continue;
    const { kind, text } = one.difference;
    const known = found.get(kind);
    if (known) known.times++;
    else found.set(kind, { kind, text, log: one.log, times: 1 });
    if (known || found.size > SHORTENED) continue;
    const short = await shorten(shop, one);
    found.set(kind, { kind, text: short.difference?.text ?? text, log: short.log, times: 1 });
  }
  return [...found.values()];
}

/** Leaves out steps as long as what is left shows a difference of the same kind. */
async function shorten(shop: Shop, played: Played): Promise<Played> {
  let short = played;
  const isShown = async (steps: Step[]) => {
    const again = await play(shop, { ...played.story, steps });
    const isSame = again.difference?.kind === played.difference?.kind;
    if (isSame) short = again;
    return isSame;
  };
  for (let at = short.story.steps.length - 1; at >= 0; at--)
    await isShown(short.story.steps.filter((_, position) => position !== at));
  return short;
}

/** What a run found, as lines. */
export function report(seed: number, { found, played: _, ...figures }: Outcome): string[] {
  const lines = [`corrections, seed ${seed}: ${JSON.stringify(figures)}`];
  for (const { kind, times, text, log } of found)
    lines.push("", `${kind} (${times} histories)`, `  ${text}`, ...log.map((step) => `    ${step}`));
  return lines;
}
