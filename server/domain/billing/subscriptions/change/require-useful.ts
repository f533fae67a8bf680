import type { CardProvider, PreviewedPeriod, ProviderChange } from "../../../../providers/port.ts";
import { promotionRefused } from "../start/look-up-promotion-code.ts";

interface Wanted {
  /** The change, with its promotion code. */
  wanted: Omit<ProviderChange, "idempotencyKey">;
  period: PreviewedPeriod;
  code: string;
}

/**
 * Refuses a promotion code that takes nothing off the change and nothing off the period after it: it would be used up for nothing. The
 * provider is asked for both prices with the code and without it, because it alone knows what it takes off a prorated line. Throws
 * promotion_code_not_redeemable.
 */
export async function requireUseful(provider: CardProvider, { wanted, period, code }: Wanted): Promise<void> {
  const without = { promotionCodeId: null };
  const before = await provider.previewChange({ ...wanted, ...without });
  const now = await provider.previewChange(wanted);
  if (now.total !== before.total) return;
  const [later, laterBefore] = [
    await provider.previewPeriod(period),
    await provider.previewPeriod({ ...period, ...without }),
  ];
  if (later === laterBefore) throw promotionRefused(code, "TAKES_NOTHING");
}
