import { expect } from "vitest";
import { itWith } from "../../server/testing/it.ts";
import { aService } from "./histories/a-service.ts";
import type { Outcome } from "./histories/row.ts";
import { addOn, changeBeforeTheEnd, intervalChange, secondProduct, yearlyPrice } from "./histories/rows.ts";
import {
  codeWithoutCustomer,
  freeSubscriptionAgain,
  otherFreePlan,
  packMigrationAtPeriodEnd,
  packMigrationNow,
  packPublishedDuringCheckout,
  promiseForTwoCheckouts,
  promiseForTwoStarts,
  rolloverAfterTrial,
} from "./histories/rows-of-sales.ts";
import type { Service } from "./histories/service.ts";

// Faults that were found in counting and in sales, each as a fixed history over REST with figures computed by hand.

const it = itWith({ isWorker: true });

function row(title: string, play: (service: Service) => Promise<Outcome>): void {
  it(title, { timeout: 600_000 }, async ({ world }) => {
    const { found, expected } = await play(await aService(world));
    expect(found).toMatchObject(expected);
  });
}

for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const) {
  row(`${provider}: a free second product takes no overage away`, (service) =>
    secondProduct(service, provider),
  );
  row(`${provider}: an add-on's units add up with the plan's`, (service) => addOn(service, provider));
  row(`${provider}: overage so far is owed after a change to a plan without the feature`, (service) =>
    changeBeforeTheEnd(service, provider),
  );
  row(`${provider}: overage so far is owed after a migration to a pack without the feature`, (service) =>
    packMigrationNow(service, provider),
  );
  row(`${provider}: a change of interval counts anew, with or without a call in between`, (service) =>
    intervalChange(service, provider),
  );
  row(`${provider}: a monthly allowance on a yearly price is monthly`, (service) =>
    yearlyPrice(service, provider),
  );
  row(`${provider}: a migration at the period's end is applied then`, (service) =>
    packMigrationAtPeriodEnd(service, provider),
  );
  row(`${provider}: buying one product keeps the free plan of another`, (service) =>
    otherFreePlan(service, provider),
  );
  row(`${provider}: a free subscription started again takes over what was used`, (service) =>
    freeSubscriptionAgain(service, provider),
  );
}
row("a pack published during a checkout does not change what the page sold", packPublishedDuringCheckout);
row("a promised trial serves one of two starts", promiseForTwoStarts);
row("a promised trial serves one of two open checkouts", promiseForTwoCheckouts);
row("a code redeemed without a customer keeps its grant", codeWithoutCustomer);
row("a trial is no period that rolls over", rolloverAfterTrial);
