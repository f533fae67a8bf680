import { setTimeout as pause } from "node:timers/promises";
import { foundIn } from "../doctor.ts";
import { done } from "../stage.ts";
import type { World } from "../world.ts";
import { ACTS, actOf } from "./acts.ts";
import { Life } from "./life.ts";
import type { Provider } from "./model.ts";
import { type Plan, plan, START } from "./schedule.ts";
import { openShop, type Shop } from "./shop.ts";

/** The most customers that a clock takes. */
const OF_A_CLOCK = 3;
/** Clocks that move at the same time. */
const AT_ONCE = 4;
/** Clocks of one tenant. */
const CLOCKS = 10;

export const actsOf = (provider: Provider): string[] =>
  ACTS.filter(({ only }) => !only || only === provider).map(({ name }) => name);

export const pairsOf = (provider: Provider): string[][] => {
  const names = actsOf(provider);
  return names.flatMap((first) => names.map((second) => [first, second]));
};

/** Plays lives whose acts are at the same moments on one clock, some clocks at once; what the doctor finds is a difference, too. */
export async function playAll(
  world: World,
  provider: Provider,
  lists: string[][],
  onDone: (lives: Life[]) => void,
): Promise<{ lives: Life[]; found: string[] }> {
  const groups = groupsOf(lists.map((acts) => plan(provider, acts)));
  const lives: Life[] = [];
  const found = new Set<string>();
  for (let from = 0; from < groups.length; from += CLOCKS) {
    const shop = await openShop(world);
    const rest = groups.slice(from, from + CLOCKS);
    const worker = async () => {
      for (let group = rest.shift(); group; group = rest.shift()) {
        const played = await playOn(shop, group);
        lives.push(...played);
        onDone(played);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    for (const name of await foundIn(world.services.pool, shop.tenant.id))
      found.add(`${name} (${shop.tenant.id})`);
  }
  return { lives, found: [...found] };
}

function groupsOf(plans: Plan[]): Plan[][] {
  const groups: Plan[][] = [];
  for (const some of Map.groupBy(plans, ({ moments }) => moments.join()).values())
    for (let from = 0; from < some.length; from += OF_A_CLOCK)
      groups.push(some.slice(from, from + OF_A_CLOCK));
  return groups;
}

async function playOn(shop: Shop, plans: Plan[]): Promise<Life[]> {
  const { admin } = shop.tenant;
  const { id: clock } = await done(admin.post("/v1/test-clocks", { now: new Date(START).toISOString() }));
  const lives = plans.map((one) => new Life(shop, one));
  const all = (work: (life: Life) => Promise<void>) => Promise.all(lives.map(work));
  await all((life) => life.begin(clock));
  const moments = plans[0]?.moments ?? [];
  const isLast = (nth: number) => nth === moments.length - 1;
  const nameAt = (life: Life, nth: number) => life.plan.acts[nth] ?? "";
  let now = START;
  for (const [nth, moment] of moments.entries()) {
    // Some acts of one moment pass time and others do not; those that pass send first what they do to the card.
    const passing = lives.filter((life) => !isLast(nth) && actOf(nameAt(life, nth)).passes);
    const isPassing = passing.length > 0;
    if (nth === 0 && isPassing) await all((life) => life.need());
    if (isPassing)
      await Promise.all(passing.map((life) => life.act(actOf(nameAt(life, nth)), `act ${nth + 1}`)));
    if (moment > now) await advance(shop, clock, moment);
    now = moment;
    await all((life) => life.moved(moment));
    if (isLast(nth)) break;
    if (nth === 0 && !isPassing) await all((life) => life.need());
    if (!isPassing)
      await all((life) => life.act(actOf(nameAt(life, nth)), `act ${nth + 1}: ${nameAt(life, nth)}`));
    else await Promise.all(passing.map((life) => life.compare(`act ${nth + 1}: ${nameAt(life, nth)}`)));
  }
  await all((life) => life.end());
  return lives;
}

async function advance({ tenant }: Shop, clock: string, to: number): Promise<void> {
  const { admin } = tenant;
  let reply = await admin.post(`/v1/test-clocks/${clock}/advance`, { to: new Date(to).toISOString() });
  for (let wait = 50; reply.body.status === "ADVANCING"; wait = Math.min(wait * 1.5, 1000)) {
    await pause(wait);
    reply = await admin.get(`/v1/test-clocks/${clock}`);
  }
  if (reply.body.status !== "READY") throw new Error(JSON.stringify(reply.body));
}
