import { ApiError } from "../../../../errors/api-error.ts";
import type { CardProvider } from "../../../../providers/port.ts";

/** The provider's id of a promotion code; null without one. K6019, K7xxx. */
export async function findPromotion(
  provider: CardProvider,
  code: string | undefined,
): Promise<string | null> {
  if (code === undefined) return null;
  const id = await provider.findPromotionCode(code);
  if (id === null) throw new ApiError("K6019", { details: { code } });
  return id;
}
