/** The unit of a price per step: "each" for a step of one, "per 1,000" for more. */
export const perStep = (step: unknown): string => {
  const size = Number(step);
  return Number.isFinite(size) && size !== 1 && size > 0 ? `per ${size.toLocaleString("en-US")}` : "each";
};

const PAID = { DAY: "paid daily", WEEK: "paid weekly", MONTH: "paid monthly", YEAR: "paid yearly" };

/** For which subscriptions a price counts: "paid yearly". */
export const paidWords = (interval: keyof typeof PAID): string => PAID[interval];
