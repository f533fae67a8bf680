export interface LimitedUse {
  used: number;
  /** null: unlimited. */
  limit: number | null;
  /** BLOCK, ALLOW or BILL; null: not known any more, as the period is over. */
  overage: string | null;
  /** Units that are held until they are given back, such as seats: to have all of them is no shortage. */
  isHeld: boolean;
}

/** The colour of a bar of use: red where more is refused, amber past a limit where more is billed or allowed. */
export function limitTone({ used, limit, overage, isHeld }: LimitedUse): "within" | "caution" | "negative" {
  if (limit === null || used < limit || (isHeld && used === limit)) return "within";
  if (overage === "BLOCK") return "negative";
  return used > limit ? "caution" : "within";
}
