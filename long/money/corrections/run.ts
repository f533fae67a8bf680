import { Draw } from "../histories/draw.ts";

/** Histories that are played at the same time. */
const AT_ONCE = 4;
/** For how many kinds of differences a shorter history is searched. */
const SHORTENED = 3;

/** The outcome of a history. */
interface Played<Story> {
  story: Story;
  log: string[];
  checks: number;
  difference: { kind: string; text: string } | null;
}

/** Where service and model differ: the history ends there. */
export class Difference extends Error {
  readonly kind: string;

  constructor(kind: string, text: string) {
    super(text);
    this.kind = kind;
  }
}

/** Plays a history to its end, or to its first difference, which is returned. */
export async function playUntilDifference(play: () => Promise<void>): Promise<Played<unknown>["difference"]> {
  try {
    await play();
    return null;
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    return { kind: error.kind, text: error.message };
  }
}

/** How histories are drawn and played, each against a service and a model. */
export interface Suite<Story extends { steps: unknown[] }, P extends Played<Story>> {
  drawStory(draw: Draw): Story;
  play(story: Story): Promise<P>;
}

export interface Found {
  kind: string;
  text: string;
  /** The shortest history found that shows it. */
  log: string[];
  times: number;
}

export interface Outcome<P> {
  histories: number;
  steps: number;
  checks: number;
  seconds: number;
  played: P[];
  /** One for each kind of difference. */
  found: Found[];
}

/** Plays random histories against the service and the model, and makes the first of each kind of difference shorter. */
export async function run<Story extends { steps: unknown[] }, P extends Played<Story>>(
  suite: Suite<Story, P>,
  { histories, seed }: { histories: number; seed: number },
): Promise<Outcome<P>> {
  const began = Date.now();
  const draw = new Draw(seed);
  const stories = Array.from({ length: histories }, () => suite.drawStory(draw));
  const played: P[] = [];
  const next = stories.values();
  const worker = async () => {
    for (const story of next) played.push(await suite.play(story));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = Math.round((Date.now() - began) / 1000);
  return {
    histories,
    steps: played.reduce((sum, { log }) => sum + log.length, 0),
    checks: played.reduce((sum, { checks }) => sum + checks, 0),
    seconds,
    played,
    found: await shortest(suite, played),
  };
}

async function shortest<Story extends { steps: unknown[] }, P extends Played<Story>>(
  suite: Suite<Story, P>,
  played: P[],
): Promise<Found[]> {
  const found = new Map<string, Found>();
  for (const one of played) {
    if (!one.difference) continue;
    const { kind, text } = one.difference;
    const known = found.get(kind);
    if (known) known.times++;
    else found.set(kind, { kind, text, log: one.log, times: 1 });
    if (known || found.size > SHORTENED) continue;
    const short = await shorten(suite, one);
    found.set(kind, { kind, text: short.difference?.text ?? text, log: short.log, times: 1 });
  }
  return [...found.values()];
}

/** Leaves out steps as long as what is left shows a difference of the same kind. */
async function shorten<Story extends { steps: unknown[] }, P extends Played<Story>>(
  suite: Suite<Story, P>,
  played: P,
): Promise<P> {
  let short = played;
  const isShown = async (steps: unknown[]) => {
    const again = await suite.play({ ...played.story, steps });
    const isSame = again.difference?.kind === played.difference?.kind;
    if (isSame) short = again;
    return isSame;
  };
  for (let at = short.story.steps.length - 1; at >= 0; at--)
    await isShown(short.story.steps.filter((_, position) => position !== at));
  return short;
}

/** What a run found, as lines. */
export function report(
  suite: string,
  seed: number,
  { found, played: _, ...figures }: Outcome<unknown>,
): string[] {
  const lines = [`${suite}, seed ${seed}: ${JSON.stringify(figures)}`];
  for (const { kind, times, text, log } of found)
    lines.push("", `${kind} (${times} histories)`, `  ${text}`, ...log.map((step) => `    ${step}`));
  return lines;
}
