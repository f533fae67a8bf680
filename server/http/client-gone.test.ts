import { request as httpRequest } from "node:http";
import { expect } from "vitest";
import { aTenant } from "../testing/a-tenant.ts";
import { it } from "../testing/it.ts";

const LINES = 12_000;
const PADDING = "x".repeat(60);

it("an import stops when its client has gone, and the same request goes on with what is left", {
  tags: ["long"],
}, async ({ world }) => {
  const tenant = await aTenant(world);
  const { db } = tenant.scope;
  const joined = () => db.waitlistEntry.count({ where: { tenantId: tenant.id } });
  const lines = Array.from({ length: LINES }, (_, n) => `person${n}@example.com,${PADDING}`);
  const csv = ["email,note", ...lines].join("\n");
  const headers = { "content-type": "text/csv", "idempotency-key": "import-1" };
  const sent = httpRequest(`${world.baseUrl}/v1/waitlist/import`, {
    method: "POST",
    headers: { ...tenant.server.headers, ...headers },
  });
  sent.on("error", () => undefined);
  sent.end(csv);
  await expect.poll(joined).toBeGreaterThan(0);
  sent.socket?.destroy();
  // Under the key that the first has while it runs. Had that one gone on, its answer would be repeated.
  const send = () => tenant.server.send("POST", "/v1/waitlist/import", csv, headers);
  let again = await send();
  while (again.status === 409) again = await send();
  const { joined: added, known } = again.body;
  expect([again.status, added + known, known % 500]).toEqual([200, LINES, 0]);
  expect(known).toBeGreaterThan(0);
  expect(added).toBeGreaterThan(0);
});
