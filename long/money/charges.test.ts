import { expect } from "vitest";
import { itWith } from "../../server/testing/it.ts";
import { aService } from "./histories/a-service.ts";
import type { Outcome } from "./histories/row.ts";
import {
  canceledThenAYear,
  givenBackBeforeTheEnd,
  heldPastTheLimit,
  movedWithCredit,
  pausedAcrossARenewal,
  providerAhead,
  voidedOverage,
  voidedYear,
} from "./histories/rows-of-charges.ts";
import type { Service } from "./histories/service.ts";

// Faults that were found in charges and invoices, each as a fixed history over REST with figures computed by hand.

const it = itWith({ isWorker: true });

function row(title: string, play: (service: Service) => Promise<Outcome>): void {
  it(title, { timeout: 600_000 }, async ({ world }) => {
    const { found, expected } = await play(await aService(world));
    expect(found).toMatchObject(expected);
  });
}

for (const interval of ["WEEK", "MONTH"] as const)
  for (const moves of ["at once", "ends", "hours"] as const)
    row(
      `PROVIDER_A: every ${interval} with held units past the limit is billed, the clock moving by ${moves}`,
      (service) => heldPastTheLimit(service, "PROVIDER_A", { interval, moves }),
    );
row("PROVIDER_A: overage outlives a pause across a renewal, and no unpaid month is credited", (service) =>
  pausedAcrossARenewal(service),
);
row("PROVIDER_B: a voided unpaid year is not credited, and the month is charged whole", voidedYear);
row("PROVIDER_B: overage on a voided invoice is billed again", voidedOverage);
it("PROVIDER_A: every week is billed with the provider's clock ahead of ours", async ({ world }) => {
  const service = await aService(world);
  const { found, expected } = await providerAhead(service, service.provider);
  expect(found).toEqual(expected);
});
for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const) {
  row(`${provider}: held units are billed by the most that was held at once`, (service) =>
    givenBackBeforeTheEnd(service, provider),
  );
  it(`M4 ${provider}: a subscription that moves takes the customer's credit along`, {
    timeout: 600_000,
  }, async ({ world }) => {
    const { found, expected } = await movedWithCredit(await aService(world), provider);
    expect(found).toEqual(expected);
  });
  row(`${provider}: a canceled subscription never pays a year and then ends`, (service) =>
    canceledThenAYear(service, provider),
  );
}
