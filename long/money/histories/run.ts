import { createFeatures, createProduct, type OnSale } from "./catalog.ts";
import { Draw } from "./draw.ts";
import { type CatalogInput, drawCatalog, KINDS, type Kind } from "./draw-catalog.ts";
import { drawSteps, drawStops, type Step } from "./draw-steps.ts";
import { type Played, play, type Scenario } from "./play.ts";
import type { Service } from "./service.ts";

/** The most customers that a clock of the card provider takes. */
const HISTORIES_OF_A_CLOCK = 3;
const CLOCKS_OF_A_CATALOG = 4;
/** Clocks that move at the same time. */
const AT_ONCE = 6;
/** How often a history is played again to make it shorter. */
const TRIES = 60;

export interface RunOptions {
  histories: number;
  seed: number;
  kinds: ReadonlySet<Kind>;
  /** How many different differences are made shorter. */
  shrunk: number;
  /** Which of so many parts of the histories to play; all where left out. All parts together are the same histories, however many. */
  part?: { nth: number; of: number };
}

export interface Mismatch {
  kind: string;
  text: string;
  /** The shortest history found that shows it. */
  log: string[];
  times: number;
}

export interface Outcome {
  histories: number;
  operations: number;
  checks: number;
  /** Invoices and lines that were compared when the histories ended. */
  invoices: number;
  lines: number;
  requests: number;
  seconds: number;
  /** How many histories differ. */
  mismatches: number;
  classes: Mismatch[];
}

interface Clock {
  scenario: Scenario;
  histories: Step[][];
}

export function kindsWithout(left: readonly string[]): ReadonlySet<Kind> {
  for (const kind of left)
    if (!KINDS.includes(kind as Kind)) throw new Error(`There is no kind ${kind}: ${KINDS.join(", ")}.`);
  return new Set(KINDS.filter((kind) => !left.includes(kind)));
}

/** Plays random histories against the service and the model, and makes the first of each kind of difference shorter. */
export async function run(service: Service, options: RunOptions): Promise<Outcome> {
  const outcome: Outcome = {
    histories: 0,
    operations: 0,
    checks: 0,
    invoices: 0,
    lines: 0,
    requests: 0,
    seconds: 0,
    mismatches: 0,
    classes: [],
  };
  const began = Date.now();
  const failed: { scenario: Scenario; played: Played }[] = [];
  const clocks = drawClocks(service, options);
  const worker = async () => {
    for (;;) {
      const { value } = await clocks.next();
      if (!value) return;
      const { scenario, histories } = value;
      for (const played of await play(scenario, histories)) {
        outcome.histories++;
        outcome.operations += played.log.length;
        outcome.checks += played.checks;
        outcome.invoices += played.invoiced.invoices;
        outcome.lines += played.invoiced.lines;
        if (played.difference) failed.push({ scenario, played });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  outcome.mismatches = failed.length;
  outcome.requests = service.calls;
  outcome.seconds = Math.round((Date.now() - began) / 1000);
  for (const { scenario, played } of failed) {
    const { kind = "", text = "" } = played.difference ?? {};
    const known = outcome.classes.find((one) => one.kind === kind);
    if (known) {
      known.times++;
      continue;
    }
    const isShrunk = outcome.classes.length < options.shrunk;
    const shortest = isShrunk ? await shorten(scenario, played) : played;
    outcome.classes.push({ kind, text: shortest.difference?.text ?? text, log: shortest.log, times: 1 });
  }
  return outcome;
}

async function* drawClocks(
  service: Service,
  { histories, seed, kinds, part = { nth: 0, of: 1 } }: RunOptions,
): AsyncGenerator<Clock, undefined> {
  let nth = 0;
  for (const { catalog, clocks } of drawAll({ histories, seed, kinds })) {
    if (nth++ % part.of !== part.nth) continue;
    const scenario = await putOnSale(service, catalog, kinds);
    for (const histories of clocks) yield { scenario, histories };
  }
  return undefined;
}

/** Every catalog of a seed, with the histories of its clocks. */
function* drawAll({ histories, seed, kinds }: Pick<RunOptions, "histories" | "seed" | "kinds">) {
  const draw = new Draw(seed);
  for (let left = histories; left > 0; ) {
    const catalog = drawCatalog(draw, kinds);
    const clocks: Step[][][] = [];
    for (; clocks.length < CLOCKS_OF_A_CATALOG && left > 0; left -= HISTORIES_OF_A_CLOCK) {
      const stops = drawStops(draw, catalog, kinds);
      const count = Math.min(HISTORIES_OF_A_CLOCK, left);
      clocks.push(Array.from({ length: count }, () => drawSteps(draw, catalog, kinds, stops)));
    }
    yield { catalog, clocks };
  }
}

async function putOnSale(
  service: Service,
  { features, products: inputs, dimensions, start, hasRollover }: CatalogInput,
  kinds: ReadonlySet<Kind>,
): Promise<Scenario> {
  const keys = await createFeatures(service, features);
  const products: OnSale[] = [];
  for (const product of inputs) products.push(await createProduct(service, keys, product));
  return { service, keys, dimensions, products, start, hasRollover, comparesInvoices: kinds.has("invoices") };
}

/** Leaves out steps as long as what is left shows a difference of the same kind. */
async function shorten(scenario: Scenario, played: Played): Promise<Played> {
  let shortest = played;
  let tries = 0;
  const fails = async (steps: Step[]): Promise<boolean> => {
    tries++;
    const [again] = await play(scenario, [steps]);
    if (again?.difference?.kind !== played.difference?.kind || !again) return false;
    shortest = again;
    return true;
  };
  if (!(await fails(played.steps))) return played;
  for (
    let size = Math.ceil(shortest.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = shortest.steps.length - size; from >= 0 && tries < TRIES; from -= size)
      await fails(shortest.steps.filter((_, position) => position < from || position >= from + size));
  }
  return shortest;
}

/** What a run found, as lines. */
export function report(seed: number, { classes, ...figures }: Outcome): string[] {
  const lines = [`seed ${seed}: ${JSON.stringify(figures)}`];
  for (const { kind, times, text, log } of classes)
    lines.push("", `${kind} (${times} histories)`, `  ${text}`, ...log.map((step) => `    ${step}`));
  return lines;
}
