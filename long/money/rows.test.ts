import { expect } from "vitest";
import { itWith } from "../../server/testing/it.ts";
import {
  addOn,
  canceledThenAYear,
  changeBeforeTheEnd,
  givenBackBeforeTheEnd,
  heldPastTheLimit,
  intervalChange,
  type Outcome,
  pausedAcrossARenewal,
  providerAhead,
  secondProduct,
  voidedOverage,
  voidedYear,
  yearlyPrice,
} from "./histories/rows.ts";
import type { Service } from "./histories/service.ts";
import { aService } from "./histories/stage.ts";

// The rows of the table of money faults, each as a fixed history over REST with figures computed by hand.

const it = itWith({ isWorker: true });
const PROVIDERS = ["PROVIDER_A", "PROVIDER_B"] as const;

function row(title: string, play: (service: Service) => Promise<Outcome>): void {
  it(title, { timeout: 600_000 }, async ({ world }) => {
    const { found, expected } = await play(await aService(world));
    expect(found).toMatchObject(expected);
  });
}

for (const interval of ["WEEK", "MONTH"] as const)
  for (const moves of ["at once", "ends", "hours"] as const)
    row(
      `C1 PROVIDER_A: every ${interval} with held units past the limit is billed, the clock moving by ${moves}`,
      (service) => heldPastTheLimit(service, "PROVIDER_A", { interval, moves }),
    );
row(
  "C2 PROVIDER_A: overage outlives a pause across a renewal, and no unpaid month is credited",
  pausedAcrossARenewal,
);
row("C3 PROVIDER_B: a voided unpaid year is not credited, and the month is charged whole", voidedYear);
row("C3 PROVIDER_B: overage on a voided invoice is billed again", voidedOverage);
it("C1 PROVIDER_A: every week is billed with the provider's clock ahead of ours", async ({ world }) => {
  const service = await aService(world);
  const { found, expected } = await providerAhead(service, service.provider);
  expect(found).toEqual(expected);
});
for (const provider of PROVIDERS) {
  row(`C1 ${provider}: held units are billed by the most that was held at once`, (service) =>
    givenBackBeforeTheEnd(service, provider),
  );
  row(`C4 ${provider}: a canceled subscription never pays a year and then ends`, (service) =>
    canceledThenAYear(service, provider),
  );
  row(`C5 ${provider}: a free second product takes no overage away`, (service) =>
    secondProduct(service, provider),
  );
  row(`C5 ${provider}: an add-on's units add up with the plan's`, (service) => addOn(service, provider));
  row(`M1 ${provider}: overage so far is owed after a change to a plan without the feature`, (service) =>
    changeBeforeTheEnd(service, provider),
  );
  row(`M2 ${provider}: a change of interval counts anew, with or without a call in between`, (service) =>
    intervalChange(service, provider),
  );
  row(`M5 ${provider}: a monthly allowance on a yearly price is monthly`, (service) =>
    yearlyPrice(service, provider),
  );
}
