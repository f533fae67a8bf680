import { ApiError } from "../../../errors/api-error.ts";
import { formatMoney, toWireAmount } from "../../../platform/money.ts";

/** The refusal of a credit note of more than is left: of the line with that id, else of the invoice. */
export function tooMuch(left: bigint, currency: string, lineId?: string): ApiError {
  const most = left > 0n ? left : 0n;
  return new ApiError("credit_exceeds_remaining", {
    details: {
      left: toWireAmount(most),
      left_to_credit: formatMoney(most, currency),
      ...(lineId !== undefined && { line_id: lineId }),
    },
  });
}
