import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../platform/log.ts";
import { aTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";

let world: World;
const lines: { operation?: string; status?: number; k_code?: string }[] = [];

beforeAll(async () => {
  const write = (text: string) => {
    for (const line of text.split("\n")) if (line !== "") lines.push(JSON.parse(line));
  };
  world = await openWorld({ log: createLog("info", { write }) });
});

afterAll(() => world.close());

it("a request's line names the code of a refusal, whether it came before the operation or from it", async () => {
  const { server } = await aTenant(world);
  await server.post("/v1/waitlist", { email: 5 });
  await server.post("/v1/waitlist", { email: "ann@example.com", nothing: true });
  await server.get("/v1/billing/subscriptions/sub_none");
  await server.post("/v1/waitlist", { email: "ann@example.com" });
  const refused = () => lines.filter(({ status }) => status !== undefined && status >= 400);
  await expect.poll(() => refused().length).toBe(3);
  expect(refused().map((line) => line.k_code)).toEqual(["K1002", "K1003", "K6001"]);
});
