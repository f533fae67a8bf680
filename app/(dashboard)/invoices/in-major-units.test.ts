import { expect, it } from "vitest";
import { inMajorUnits } from "./in-major-units.ts";

it("every amount of an exported invoice is in major units of its currency", () => {
  const amounts = {
    total: 38050,
    amount_paid: 30000,
    amount_off_due: 8050,
    amount_credited: 13050,
    amount_refunded: 5000,
  };
  expect(
    inMajorUnits({ number: "INV-1", currency: "USD", ...amounts, amount_disputed: 0, reminders: 2 }),
  ).toEqual({
    number: "INV-1",
    currency: "USD",
    total: "380.50",
    amount_paid: "300.00",
    amount_off_due: "80.50",
    amount_credited: "130.50",
    amount_refunded: "50.00",
    amount_disputed: "0.00",
    reminders: 2,
  });
  expect(inMajorUnits({ currency: "JPY", amount_refunded: 500 }).amount_refunded).toBe("500");
});
