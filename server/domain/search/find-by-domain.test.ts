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

it("people on the waitlist are found by @ and their domain, or its beginning, in the list, its file and the search of all", async ({
  world,
}) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const acme = `${unique("acme")}.com`;
  const [ann, ben] = [`ann@${acme}`, `ben@${acme}`];
  for (const email of [ann, ben, `cleo@${unique("other")}.com`, `${acme}@example.com`])
    await stage.server.post("/v1/waitlist", { email });
  for (const q of [`@${acme}`, ` @${acme.toUpperCase()} `, `@${acme.slice(0, -4)}`]) {
    const { data } = await owner.waitlist.browse({ q });
    expect([q, data.map(({ email }) => email)]).toEqual([q, [ann, ben]]);
    const file = await stage.admin.get(`/v1/waitlist/export?q=${encodeURIComponent(q)}`);
    expect(file.body.match(/\w+@[\w.-]+/g)).toEqual([ann, ben]);
    const { results } = await owner.search.all({ q });
    expect(results.map(({ kind, title }) => [kind, title])).toEqual([
      ["waitlist_entry", ann],
      ["waitlist_entry", ben],
    ]);
  }
  expect((await owner.waitlist.browse({ q: "@nobody.example" })).data).toEqual([]);
});
