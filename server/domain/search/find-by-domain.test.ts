import { expect } from "vitest";
import { it } from "../../testing/it.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { aStage } from "../../testing/stage.ts";
import { unique } from "../../testing/world.ts";

it("people are found by an international domain in Unicode, as they are shown", async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const email = `ann@${unique("d")}.пример.рф`;
  const customer = await owner.customers.create({ customer: unique("c"), email });
  await stage.server.post("/v1/waitlist", { email });
  const domain = email.slice(email.indexOf("@") + 1);
  for (const q of ["пример.рф", "ПРИМЕР", domain, email, email.toUpperCase()]) {
    const { data } = await owner.customers.list({ q });
    expect([q, data.map(({ id }) => id)]).toEqual([q, [customer.id]]);
    const { results } = await owner.search.all({ q });
    expect([q, results.map(({ kind }) => kind)]).toMatchObject([q, expect.arrayContaining(["customer"])]);
    const events = await owner.events.browse({ about: q });
    expect([q, events.data.map(({ type }) => type)]).toEqual([
      q,
      expect.arrayContaining(["customer.created"]),
    ]);
    if (q.includes("@")) expect((await owner.waitlist.browse({ q })).data).toHaveLength(1);
  }
});
