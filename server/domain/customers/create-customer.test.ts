import { expect } from "vitest";
import { it } from "../../testing/it.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { aStage } from "../../testing/stage.ts";

it("a customer is made by hand, once for each identifier", async ({ world }) => {
  const owner = await anOwner(await aStage(world));
  const ada = { customer: "acme", name: "Ada", email: "ada@example.com", invoice_address: "Acme\nBerlin" };
  expect(await owner.customers.create(ada)).toMatchObject({
    external_id: "acme",
    name: "Ada",
    email: "ada@example.com",
    invoice_address: "Acme\nBerlin",
  });
  await expect(owner.customers.create({ customer: "acme" })).rejects.toMatchObject({
    cause: { code: "K3018" },
  });
  expect(await owner.customers.create({ customer: "umbra" })).toMatchObject({ name: null, email: null });
});
