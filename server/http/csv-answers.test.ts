import { expect } from "vitest";
import { it } from "../testing/it.ts";
import { anOwner } from "../testing/mutations-dashboard.ts";
import { aStage } from "../testing/stage.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { appRouter } from "../trpc/root.ts";

const QUERIES: Record<string, string> = {
  "/v1/billing/revenue/export/csv": "?table=invoices&from_month=2026-01&to_month=2026-01",
};

it("no CSV file of the API has a byte order mark, which programs take for a part of the first heading", async ({
  world,
}) => {
  const { admin } = await aStage(world);
  const files = restProcedures(appRouter).filter(({ meta }) => meta.rules.answersFile === "text/csv");
  expect(files.length).toBeGreaterThan(2);
  for (const { meta } of files) {
    const { path } = meta.openapi;
    const answer = await fetch(`${world.baseUrl}${path}${QUERIES[path] ?? ""}`, { headers: admin.headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([path, answer.status, bytes.includes("\uFEFF")]).toEqual([path, 200, false]);
  }
});

it("the dashboard's file of the waitlist is that of the API, as its list is filtered", async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  for (const name of ["ann", "ben"])
    await stage.server.post("/v1/waitlist", {
      email: `${name}@exämple.com`,
      name: "Zoë",
      metadata: { name },
    });
  for (const query of ["", "?q=ann@exä", "?status=INVITED"]) {
    const filters = Object.fromEntries(new URLSearchParams(query));
    const part = await owner.waitlist.exportPage(filters);
    const { body } = await stage.server.get(`/v1/waitlist/export${encodeURI(query)}`);
    expect(part).toMatchObject({ text: body, next_cursor: null });
  }
  expect(await owner.waitlist.exportPage({ q: "ann@" })).toMatchObject({ rows: 1 });
});

it("the dashboard's file of the audit log is that of the API", async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  await stage.server.post("/v1/waitlist", { email: "ann@example.com" });
  for (const [query, filters] of [
    ["", {}],
    ["?action=waitlist.joined", { action: "waitlist.joined" }],
  ] as const) {
    const { text } = await owner.audit.exportPage(filters);
    expect(text).toBe((await stage.admin.get(`/v1/audit/export/csv${query}`)).body);
  }
  const { text, rows } = await owner.audit.exportPage({ about: "ann@example.com" });
  expect([rows, text]).toEqual([1, expect.stringContaining("ann@example.com joined")]);
});
