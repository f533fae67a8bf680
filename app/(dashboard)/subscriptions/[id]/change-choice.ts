import type { Api } from "../../../_lib/api.ts";
import type { Change, PriceOption } from "./change-options.ts";

type Request = Parameters<Api["subscriptions"]["previewChange"]["mutate"]>[0];
export type When = NonNullable<Request["effective"]>;

/** What is chosen in the window of a change. */
export interface Choice {
  priceId: string;
  /** By the driver's key, where it is not as many as there are. */
  steps: Readonly<Record<string, string>>;
  when: When;
  /** A promotion code, as it is typed. */
  code: string;
}

export type ChoiceEvent =
  | { type: "price chosen"; priceId: string }
  | { type: "steps typed"; featureKey: string; digits: string }
  | { type: "time chosen"; when: When }
  | { type: "code typed"; code: string };

/** A driver with the steps as they are typed. */
export type TypedDriver = PriceOption["drivers"][number] & { typed: string };

/** What a window begins with: the present price where other steps are chosen, else the first other one; now. */
export function firstChoice({ prices, way }: Pick<Change, "prices" | "way">): Choice {
  const first = prices.find((one) => one.is_present === (way === "steps")) ?? prices[0];
  return { priceId: first?.plan_price.id ?? "", steps: {}, when: "now", code: "" };
}

/** The choice after something was chosen or typed. Steps are of the price that was left. */
export function choose(choice: Choice, event: ChoiceEvent): Choice {
  switch (event.type) {
    case "price chosen":
      return { ...choice, priceId: event.priceId, steps: {} };
    case "steps typed":
      return { ...choice, steps: { ...choice.steps, [event.featureKey]: event.digits } };
    case "time chosen":
      return { ...choice, when: event.when };
    case "code typed":
      return { ...choice, code: event.code };
  }
}

/** What the choice comes to, among the prices that the server offers. */
export function readChoice(choice: Choice, { id, prices, isByCard, way }: Change) {
  const price = prices.find((one) => one.plan_price.id === choice.priceId);
  const drivers = (price?.drivers ?? []).map(
    (driver): TypedDriver => ({ ...driver, typed: choice.steps[driver.feature_key] ?? String(driver.steps) }),
  );
  const hasOtherSteps = drivers.some(({ typed, steps }) => Number(typed) !== steps);
  // Promotion codes are the card provider's, and count for what is charged now.
  const takesCode = isByCard && choice.when === "now";
  const code = takesCode ? choice.code.trim() : "";
  const first = firstChoice({ prices, way });
  const request: Request = {
    id,
    plan_price_id: choice.priceId,
    effective: choice.when,
    ...(code !== "" && { promotion_code: code }),
    drivers: drivers.map(({ feature_key, typed }) => ({ feature_key, steps: Number(typed) })),
  };
  return {
    price,
    drivers,
    takesCode,
    /** Whether something differs from what the window began with, which closing it would lose. */
    isTyped:
      hasOtherSteps ||
      choice.priceId !== first.priceId ||
      choice.when !== first.when ||
      choice.code !== first.code,
    /** Whether there is a change to ask about. */
    isChange: price !== undefined && (!price.is_present || hasOtherSteps),
    request,
  };
}
