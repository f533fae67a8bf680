import type { Api } from "../../../_lib/api.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";

type ChangeOptions = Awaited<ReturnType<Api["subscriptions"]["readChangeOptions"]["query"]>>;
export type PriceOption = ChangeOptions["prices"][number];
export type PresentDriver = ChangeOptions["drivers"][number];

/** The prices and steps that the server lets a subscription change to. */
export const useChangeOptions = (id: string) =>
  useLoaded("change options", id, (api, signal) =>
    api.subscriptions.readChangeOptions.query({ id }, { signal }),
  );

/** The ways into a change that there are something to choose in: another plan, or other steps at the present price. */
export const waysToChange = (prices: PriceOption[]) => ({
  plan: prices.some((price) => !price.is_present),
  steps: prices.some((price) => price.is_present),
});
type WayToChange = keyof ReturnType<typeof waysToChange>;

/** A change to choose, before its window is opened. */
export interface Change {
  id: string;
  prices: PriceOption[];
  isByCard: boolean;
  /** Whether it begins with another plan, or with other steps of the present one. */
  way: WayToChange;
}

/** How much of a feature there is with so many steps bought. */
export const unitsOf = (
  { included, step_size: size }: Pick<PresentDriver, "included" | "step_size">,
  steps: number,
): number => included + steps * size;

/** What a change is called on its button and window: "Change seats" where the plan sells those alone by the step. */
export function changeTitle(way: WayToChange, prices: PriceOption[]): string {
  if (way === "plan") return "Change plan";
  const [only, ...others] = prices.find((price) => price.is_present)?.drivers ?? [];
  return only && others.length === 0 ? `Change ${only.feature_name.toLowerCase()}` : "Change quantities";
}
