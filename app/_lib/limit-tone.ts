/** From this share on a limit is nearly reached. */
const NEARLY = 0.8;

interface Use {
  used: number;
  /** null: unlimited. */
  limit: number | null;
  /** BLOCK, ALLOW or BILL; null: not known any more, as the period is over. */
  overage: string | null;
}

/** The colour of a bar of use: red past a limit that refuses, amber near it and where what is past it is billed or allowed. */
export function limitTone({ used, limit, overage }: Use): "notice" | "caution" | "negative" {
  if (limit === null || used < limit * NEARLY) return "notice";
  return used > limit && overage === "BLOCK" ? "negative" : "caution";
}
