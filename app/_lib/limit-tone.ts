interface Use {
  used: number;
  /** null: unlimited. */
  limit: number | null;
  /** BLOCK, ALLOW or BILL; null: not known any more, as the period is over. */
  overage: string | null;
}

/** The colour of a bar of use: red where more is refused, amber past a limit where more is billed or allowed. */
export function limitTone({ used, limit, overage }: Use): "notice" | "caution" | "negative" {
  if (limit === null || used < limit) return "notice";
  if (overage === "BLOCK") return "negative";
  return used > limit ? "caution" : "notice";
}
