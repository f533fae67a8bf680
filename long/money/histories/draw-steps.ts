import { periodAt } from "../model/calendar.ts";
import type { Provider } from "../model/subscription.ts";
import type { Interval } from "../model/types.ts";
import type { Fault } from "./card-provider.ts";
import type { Draw } from "./draw.ts";
import { drawBurst } from "./draw-bursts.ts";
import type { CatalogInput, Kind } from "./draw-catalog.ts";

/** One operation of a history. When it is played, it is left out if the model's state does not allow it. */
export type Step =
  | { do: "advance"; minutes: number; isJustRenewed?: boolean; fault?: Fault }
  | { do: "start"; product: string; plan: string; index: number; provider: Provider; steps: number }
  | { do: "use"; feature: string; quantity: number; dimension: string | null }
  /** Uses so many units past the limit of one of the features that are billed then; fewer where ceiling or cap refuses them. */
  | { do: "exceed"; one: number; units: number }
  | { do: "set"; feature: string; value: number }
  | { do: "reserve"; feature: string; quantity: number; counted: number }
  | { do: "change"; plan: string; index: number; effective: "now" | "period_end" }
  | { do: "steps"; steps: number }
  | { do: "cancel"; product: string; at: "now" | "period_end" }
  | { do: "pause"; product: string }
  | { do: "resume"; product: string }
  | { do: "override"; feature: string; what: OverrideKind; amount: number; days: number | null };

export type OverrideKind = "limitAdd" | "limitSet" | "unlimited" | "enabled";

const DAY = 24 * 60;
const MINUTE_MS = 60_000;
/** The longest move of the clock by the price's interval, in days: a history has some renewals, in a few moves. */
const LONGEST_MOVE: Record<Interval, number> = { DAY: 3, WEEK: 12, MONTH: 40, YEAR: 100 };

/** In days. Histories leave the invoices of PROVIDER_B unpaid, and such an invoice is due after a year at the latest. */
const LONGEST_HISTORY = 350;

export type Move = Extract<Step, { do: "advance" }>;

/** The moves of a clock that the histories of a group share, some with callbacks that are lost, doubled, late or out of order. */
export function drawStops(draw: Draw, catalog: CatalogInput, kinds: ReadonlySet<Kind>): Move[] {
  return drawMoves(draw, catalog).map((move) => {
    const hasFault = kinds.has("callbacks") && draw.chance(50);
    return { do: "advance", ...move, ...(hasFault && { fault: drawFault(draw) }) };
  });
}

function drawFault(draw: Draw): Fault {
  const kind = draw.pick(["webhook_lose", "webhook_duplicate", "webhook_reorder", "webhook_delay"] as const);
  return { kind, count: draw.int(1, 12), delay_ms: draw.int(20, 200) };
}

/** The first move ends at the start of what is bought first. */
function drawMoves(
  draw: Draw,
  { interval, start, products }: CatalogInput,
): { minutes: number; isJustRenewed?: boolean }[] {
  const first = draw.int(1, 900);
  const anchor = start + first * MINUTE_MS;
  const latest = anchor + LONGEST_HISTORY * DAY * MINUTE_MS;
  const moves: { minutes: number; isJustRenewed?: boolean }[] = [{ minutes: first }];
  // A change may begin new periods at any stop.
  const anchors = [anchor];
  const prices = products[0]?.plans.small?.prices ?? [];
  let at = anchor;
  const count = draw.int(2, 5);
  for (let one = 0; one < count; one++) {
    const price = draw.chance(50) ? draw.pick(prices) : prices[0];
    const renewal = periodAt(
      draw.chance(60) ? anchor : draw.pick(anchors),
      price?.interval ?? interval,
      at,
    ).to;
    const isJustRenewed = draw.chance(35) && renewal < latest;
    const longest = Math.min(Math.floor((latest - at) / MINUTE_MS / DAY), LONGEST_MOVE[interval]);
    const days = draw.int(0, Math.max(0, longest));
    // Periods end a whole number of days after a start: a move ends just after such a moment, just before it, or anywhere.
    const minutes = isJustRenewed
      ? (renewal - at) / MINUTE_MS + draw.int(1, 50)
      : draw.pick([days * DAY + draw.int(1, 5), Math.max(1, days * DAY - 1), days * DAY + draw.int(1, DAY)]);
    at += minutes * MINUTE_MS;
    anchors.push(at);
    moves.push({ minutes, ...(isJustRenewed && { isJustRenewed }) });
  }
  return moves;
}

/** The steps of one history, between the moves of the clock. */
export function drawSteps(
  draw: Draw,
  catalog: CatalogInput,
  kinds: ReadonlySet<Kind>,
  stops: Move[],
): Step[] {
  const provider: Provider = kinds.has("card") && draw.chance(45) ? "PROVIDER_A" : "PROVIDER_B";
  const steps: Step[] = [];
  const hasMain = !kinds.has("free") || draw.chance(85);
  let isPaused = false;
  let burst: Step[][] = [];
  stops.forEach((move, position) => {
    if (position === 0 && kinds.has("free") && draw.chance(40)) steps.push(drawUse(draw, catalog));
    steps.push(move);
    if (position === 0 && hasMain)
      steps.push({
        do: "start",
        product: "main",
        ...drawPlan(draw, catalog),
        provider,
        steps: draw.int(0, 2),
      });
    if (burst.length === 0 && hasMain && draw.chance(60))
      burst = drawBurst(draw, catalog, kinds, stops.slice(position + 1));
    const acts = burst.shift();
    if (acts) {
      steps.push(...acts, ...(draw.chance(50) ? [drawStep(draw, catalog, kinds, provider)] : []));
      return;
    }
    // Within the hour after a renewal, while its invoice may be a draft; resumed after the next move.
    const pauses = move.isJustRenewed && !catalog.hasRollover && kinds.has("pause") && draw.chance(30);
    if (pauses) steps.push({ do: "pause", product: "main" });
    else if (isPaused && draw.chance(70)) steps.push({ do: "resume", product: "main" });
    isPaused = pauses === true;
    const count = draw.int(1, 4);
    for (let one = 0; one < count; one++) steps.push(drawStep(draw, catalog, kinds, provider));
  });
  return steps;
}

function drawPlan(draw: Draw, { products }: CatalogInput): { plan: string; index: number } {
  const plans = products[0]?.plans ?? {};
  const plan = draw.weighted({ small: 6, large: 3, bare: 1, ...(plans.hobby && { hobby: 2 }) });
  return { plan, index: draw.int(0, (plans[plan]?.prices.length ?? 1) - 1) };
}

function drawUse(draw: Draw, catalog: CatalogInput): Step {
  const feature = draw.weighted<string>({
    calls: 6,
    events: 2,
    seats: 2,
    ...(catalog.features.spaces && { spaces: 2 }),
  });
  const quantity = draw.chance(20) ? draw.int(1, 400) / 8 : draw.int(1, draw.pick([10, 60]));
  const dimension = draw.pick([null, ...(catalog.dimensions[feature] ?? [])]);
  if (feature === "seats")
    return { do: "use", feature, quantity: draw.int(1, 12) * (draw.chance(30) ? -1 : 1), dimension: null };
  return { do: "use", feature, quantity, dimension };
}

function drawStep(draw: Draw, catalog: CatalogInput, kinds: ReadonlySet<Kind>, provider: Provider): Step {
  const has = (kind: Kind, weight: number) => (kinds.has(kind) ? weight : 0);
  const product = draw.pick(catalog.products).name ?? "main";
  const other = draw.pick(["addon", "gratis"]);
  const what = draw.weighted({
    use: 12,
    second: has("second", 2) + has("free", 1),
    set: has("set", 1),
    reserve: has("reserve", 1),
    change: has("change", 3),
    steps: has("steps", 1),
    cancel: has("cancel", 1),
    pause: catalog.hasRollover ? 0 : has("pause", 1),
    resume: has("pause", 1) + has("cancel", 0.5),
    override: has("override", 1.5),
  });
  const feature = draw.pick(["calls", "calls", "events"]);
  if (what === "second") {
    const plan = other === "addon" ? "more" : "paid";
    return { do: "start", product: other, plan, index: 0, provider, steps: 0 };
  }
  if (what === "set") return { do: "set", feature: draw.pick([feature, "seats"]), value: draw.int(0, 100) };
  if (what === "reserve") {
    const quantity = draw.int(1, 30);
    return { do: "reserve", feature, quantity, counted: draw.int(0, quantity) };
  }
  if (what === "change")
    return { do: "change", ...drawPlan(draw, catalog), effective: draw.pick(["now", "now", "period_end"]) };
  if (what === "steps") return { do: "steps", steps: draw.int(0, 3) };
  if (what === "cancel") return { do: "cancel", product, at: draw.pick(["now", "period_end"]) };
  if (what === "pause" || what === "resume") return { do: what, product };
  if (what === "override")
    return {
      do: "override",
      amount: draw.int(1, 60),
      days: draw.pick([null, draw.int(1, 40)]),
      feature: draw.pick(catalog.hasRollover ? ["calls", "seats"] : [feature, "seats"]),
      what: draw.pick(["limitAdd", "limitAdd", "limitSet", "unlimited", "enabled"]),
    };
  return drawUse(draw, catalog);
}
