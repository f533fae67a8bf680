import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog } from "../server/testing/a-catalog.ts";
import { aTenant } from "../server/testing/a-tenant.ts";
import { aBalancer, type Balancer } from "../server/testing/balancer.ts";
import { createClient } from "../server/testing/client.ts";
import { ownDatabase } from "../server/testing/own-database.ts";
import { openSecondProcess, type SecondProcess } from "../server/testing/second-process.ts";
import { openWorld, type World } from "../server/testing/world.ts";
import { isLong, oneIn, tell } from "./rounds.ts";

// Two web processes behind a plain balancer are replaced one after the other, as a deployment does. Callers do not
// retry: what is not answered is lost.

const REPLACED = isLong ? oneIn(10) : 1;
const CALLERS = 6;
const DRAIN_SECONDS = 2;

let world: World;
let balancer: Balancer;

beforeAll(async () => {
  world = await openWorld({ environment: { DATABASE_URL: await ownDatabase() } });
  balancer = await aBalancer();
});

afterAll(async () => {
  await balancer.close();
  await world.close();
});

it("a process that is replaced under load loses no request", {
  timeout: 60_000 + REPLACED * 20_000,
}, async () => {
  const startedAt = performance.now();
  const tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { calls: { limit: 1e9 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  const start = () =>
    openSecondProcess(world, { environment: { USHER_DRAIN_SECONDS: String(DRAIN_SECONDS) } });
  const running: SecondProcess[] = await Promise.all([start(), start()]);
  for (const { baseUrl } of running) balancer.add(baseUrl);
  while ((await fetch(`${balancer.url}/readyz`)).status !== 200) await pause(20);

  let isOver = false;
  let answers = 0;
  let units = 0;
  const lost: string[] = [];
  const client = createClient(balancer.url, tenant.server.headers);
  const call = async (customer: string) => {
    while (!isOver) {
      try {
        const usage = { customer, feature_key: "calls", quantity: 1, event_id: randomUUID() };
        const replies = [
          await client.post("/v1/billing/usage", usage),
          await client.get(`/v1/billing/entitlements/calls?customer=${customer}`),
        ];
        for (const { status, body } of replies)
          if (status >= 300) lost.push(`${status} ${JSON.stringify(body)}`);
        answers += 2;
        units++;
      } catch (error) {
        lost.push(String(error instanceof Error ? (error.cause ?? error) : error));
      }
      await pause(40);
    }
  };
  const calling = Array.from({ length: CALLERS }, (_, index) => call(`customer-${index}`));
  for (let time = 0; time < REPLACED; time++) {
    const old = running.shift();
    const next = await start();
    running.push(next);
    balancer.add(next.baseUrl);
    expect(await old?.terminate()).toBe(0);
    if (old) balancer.remove(old.baseUrl);
  }
  isOver = true;
  await Promise.all(calling);
  expect(lost).toEqual([]);
  expect(answers).toBeGreaterThan(REPLACED * CALLERS);
  const { _sum } = await world.services.db.usageRecord.aggregate({
    where: { tenantId: tenant.id },
    _sum: { value: true },
  });
  expect(Number(_sum.value)).toBe(units);
  for (const one of running) await one.close();
  tell("replaced under load", {
    replaced: REPLACED,
    answers,
    lost: lost.length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
});
