import { ApiError } from "../../../errors/api-error.ts";
import { formatMoney, toWireAmount } from "../../../platform/money.ts";

interface Seen {
  /** What the caller saw that is left, in the minor unit; undefined: they do not say. */
  seen: number | undefined;
  left: bigint;
  currency: string;
  done: "credited" | "given back";
}

/**
 * Refuses to correct an invoice of which another amount is left than the caller saw; under the invoice's lock nobody comes between. Throws
 * correction_amount_changed.
 */
export function requireSeen({ seen, left, currency, done }: Seen): void {
  const most = left > 0n ? left : 0n;
  if (seen === undefined || BigInt(seen) === most) return;
  throw new ApiError("correction_amount_changed", {
    details: {
      left: toWireAmount(most),
      left_now: formatMoney(most, currency),
      seen: formatMoney(BigInt(seen), currency),
      done,
    },
  });
}
