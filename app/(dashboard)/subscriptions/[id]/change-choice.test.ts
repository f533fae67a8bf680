import { describe, expect, it } from "vitest";
import { type ChoiceEvent, choose, firstChoice, readChoice } from "./change-choice.ts";
import type { Change, PriceOption } from "./change-options.ts";

const SEATS = {
  feature_key: "seats",
  feature_name: "Seats",
  included: 25,
  step_size: 5,
  step_amount: 1_500,
  max_steps: 10,
  steps: 1,
} as PriceOption["drivers"][number];

const option = (id: string, isPresent: boolean): PriceOption =>
  ({ plan_price: { id }, is_present: isPresent, drivers: [SEATS] }) as unknown as PriceOption;

const PRICES = [option("price_now", true), option("price_more", false)];

const change = (way: Change["way"], isByCard = true): Change => ({
  id: "sub_1",
  prices: PRICES,
  isByCard,
  way,
});

function chosen(of: Change, ...events: ChoiceEvent[]) {
  return readChoice(events.reduce(choose, firstChoice(of)), of);
}

const OTHER_STEPS = { type: "steps typed", featureKey: "seats", digits: "3" } as const;
const CODE = { type: "code typed", code: " HALF " } as const;

describe("the choice of a change", () => {
  it("begins with another price, or with the present one where its steps change", () => {
    expect(chosen(change("plan"))).toMatchObject({
      request: { id: "sub_1", plan_price_id: "price_more", effective: "now" },
      isTyped: false,
      isChange: true,
    });
    expect(chosen(change("steps"))).toMatchObject({
      request: { plan_price_id: "price_now", drivers: [{ feature_key: "seats", steps: 1 }] },
      isTyped: false,
      isChange: false,
    });
  });

  it("is a change of the present price once other steps are typed", () => {
    expect(chosen(change("steps"), OTHER_STEPS)).toMatchObject({
      request: { drivers: [{ feature_key: "seats", steps: 3 }] },
      isTyped: true,
      isChange: true,
    });
  });

  it("forgets the steps of a price that is left", () => {
    const { request } = chosen(change("plan"), OTHER_STEPS, { type: "price chosen", priceId: "price_now" });
    expect(request.drivers).toEqual([{ feature_key: "seats", steps: 1 }]);
  });

  it("sends a promotion code by card and now alone", () => {
    const later = { type: "time chosen", when: "period_end" } as const;
    expect(chosen(change("plan"), CODE).request.promotion_code).toBe("HALF");
    for (const read of [chosen(change("plan"), CODE, later), chosen(change("plan", false), CODE)]) {
      expect(read.takesCode).toBe(false);
      expect(read.request).not.toHaveProperty("promotion_code");
      // It is typed all the same: closing the window would lose it.
      expect(read.isTyped).toBe(true);
    }
  });
});
