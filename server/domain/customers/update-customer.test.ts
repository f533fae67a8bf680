import { expect } from "vitest";
import { aSubscription } from "../../testing/a-subscription.ts";
import { it } from "../../testing/it.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { aStage } from "../../testing/stage.ts";

it("a billing address is on invoices from the next one on, and earlier ones keep theirs", async ({
  world,
}) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const { id, customerId, body } = await aSubscription(stage, { paidBy: "invoice" });
  const { customer } = body;
  const address = "Ada Ltd\n1 High Street, London\nVAT GB123456789";
  const changed = await owner.customers.update({ id: customerId, invoice_address: address });
  expect(changed).toMatchObject({ id: customerId, invoice_address: address });
  const { data: events } = (await stage.admin.get(`/v1/events?object_id=${customerId}&type=customer.updated`))
    .body;
  expect(events[0].data).toMatchObject({ id: customerId, invoice_address: address });

  const [first] = (await stage.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
  const created = await stage.admin.post("/v1/billing/invoices", {
    ...{ customer: customerId, provider: "PROVIDER_B", currency: "USD" },
    lines: [{ description: "Set-up", amount: 5_000 }],
  });
  const buyer = { id: customerId, email: customer.email };
  expect(await owner.invoices.getBuyer({ id: first.id })).toMatchObject({
    ...buyer,
    billed_to: expect.stringContaining(customer.email),
  });
  expect(await owner.invoices.getBuyer({ id: created.body.id })).toMatchObject({
    ...buyer,
    billed_to: address,
  });
  expect(await owner.customers.update({ id: customerId, invoice_address: null })).toMatchObject({
    invoice_address: null,
  });
});
