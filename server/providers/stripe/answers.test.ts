import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContract, isReal } from "../../testing/a-contract.ts";
import { differences, Fixtures } from "../../testing/stripe-recording.ts";
import { API_VERSION } from "./callbacks.ts";
import { name } from "./contract.ts";

/**
 * What `npm run test:stripe` wrote of a run of the contract. `source` says who answered: until somebody with a test account sends
 * theirs, it was the sandbox, and the test says that the sandbox still answers in that shape.
 */
const FILE = join(import.meta.dirname, "answers.json");
const recorded = Fixtures.parse(JSON.parse(readFileSync(FILE, "utf8")));

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

test(`the sandbox answers in the shapes of the recorded answers (${recorded.source})`, async () => {
  if (isReal) throw new Error("This test is of the sandbox: run it without STRIPE_SECRET_KEY.");
  expect(recorded.api_version).toBe(API_VERSION);
  const { started, customerId } = await at.aSubscription(2000n);
  const items = [{ priceId: await at.aPrice(5000n), quantity: 1 }];
  await at.provider.scheduleChange({ id: started.id, items });
  await at.provider.dropScheduledChange({ id: started.id, items: started.items });
  const idempotencyKey = name("change");
  await at.provider.changeSubscription({ id: started.id, items, prorationDate: null, idempotencyKey });
  const [invoice] = await at.provider.listInvoices({ subscriptionId: started.id, limit: 1 });
  const [payment] = await at.provider.listRefundable(invoice?.id ?? "");
  await at.provider.createRefund({ key: name("refund"), paymentId: payment?.paymentId ?? "", amount: 100n });
  await at.provider.readCorrections(invoice?.id ?? "");
  await at.provider.createSetupIntent({ customerId, idempotencyKey: name("setup") });
  await at.provider
    .attachTestCard({ customerId, token: "tok_nobody", idempotencyKey })
    .catch(() => undefined);
  await at.provider.cancelSubscription({ id: started.id, idempotencyKey });
  const answers = Object.fromEntries(at.recording.answers);
  const known = Object.keys(answers).filter((key) => key in recorded.answers);
  expect(known.length).toBeGreaterThan(15);
  expect(differences(answers, recorded.answers)).toEqual([]);
});
