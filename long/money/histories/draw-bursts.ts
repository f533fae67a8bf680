import type { Draw } from "./draw.ts";
import type { CatalogInput, Kind } from "./draw-catalog.ts";
import type { Move, Step } from "./draw-steps.ts";

type Act = "exceed" | "change" | "pause" | "resume" | "cancel";

interface Burst {
  /** What is done at a stop of the clock, and at the stops after it. */
  stops: Act[][];
  /** Whether its second stop is within the hour after a renewal. */
  isAtRenewal?: boolean;
}

/** Situations in which money was lost: use past a limit that is billed, then what changes, interrupts or ends the terms. */
const BURSTS: Burst[] = [
  { stops: [["exceed", "change"], ["exceed"]] },
  { stops: [["exceed", "change", "exceed"], ["change"]] },
  { stops: [["exceed"], ["change", "exceed"]], isAtRenewal: true },
  {
    stops: [
      ["exceed", "pause"],
      ["resume", "change"],
    ],
  },
  { stops: [["exceed", "pause"], ["resume", "exceed"], ["change"]] },
  { stops: [["exceed", "pause", "resume", "exceed"], ["change"]] },
  { stops: [["exceed"], ["pause"], ["resume", "change"]], isAtRenewal: true },
  { stops: [["exceed"], ["pause", "resume"], ["exceed", "change"]], isAtRenewal: true },
  { stops: [["exceed", "cancel"]] },
  { stops: [["exceed"], ["cancel"]], isAtRenewal: true },
];

const KIND: Partial<Record<Act, Kind>> = {
  change: "change",
  pause: "pause",
  resume: "pause",
  cancel: "cancel",
};

/**
 * The steps of a burst at a stop and those that follow it; none where no burst fits. Now and then an act is left out.
 */
export function drawBurst(
  draw: Draw,
  catalog: CatalogInput,
  kinds: ReadonlySet<Kind>,
  coming: readonly Move[],
): Step[][] {
  const isPossible = (act: Act) => {
    const kind = KIND[act];
    return (kind === undefined || kinds.has(kind)) && (act !== "pause" || !catalog.hasRollover);
  };
  const fits = BURSTS.filter(
    ({ stops, isAtRenewal }) =>
      stops.length <= coming.length + 1 &&
      stops.flat().every(isPossible) &&
      (!isAtRenewal || coming[0]?.isJustRenewed),
  );
  // Renewals are few: a burst that needs one takes it.
  const atRenewal = fits.filter(({ isAtRenewal }) => isAtRenewal);
  const from = atRenewal.length > 0 && draw.chance(70) ? atRenewal : fits;
  if (from.length === 0) return [];
  const { stops } = draw.pick(from);
  return stops.map((acts) => acts.filter(() => draw.chance(90)).map((act) => drawAct(draw, catalog, act)));
}

function drawAct(draw: Draw, { products }: CatalogInput, act: Act): Step {
  if (act === "exceed") return { do: "exceed", one: draw.int(0, 3), units: draw.int(1, 40) };
  if (act === "cancel") return { do: "cancel", product: "main", at: draw.pick(["now", "now", "period_end"]) };
  if (act !== "change") return { do: act, product: "main" };
  const plans = products[0]?.plans ?? {};
  const plan = draw.pick(Object.keys(plans));
  const index = draw.int(0, (plans[plan]?.prices.length ?? 1) - 1);
  return { do: "change", plan, index, effective: "now" };
}
