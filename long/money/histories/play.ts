import type { Customer } from "../model/customer.ts";
import { grantOf, phaseOf, type Subscription } from "../model/subscription.ts";
import type { Price } from "../model/types.ts";
import { addFault } from "./card-provider.ts";
import type { OnSale } from "./catalog.ts";
import type { Step } from "./draw-steps.ts";
import { History } from "./history.ts";
import type { Service } from "./service.ts";

/** The catalog, start and comparisons that any number of histories share. */
export interface Scenario {
  service: Service;
  keys: Record<string, string>;
  dimensions: Record<string, string[]>;
  products: OnSale[];
  start: number;
  hasRollover: boolean;
  /** Whether sums on invoices are compared. */
  comparesInvoices: boolean;
}

/** The outcome of a history. */
export interface Played {
  steps: Step[];
  log: string[];
  checks: number;
  invoiced: { invoices: number; lines: number };
  /** The first difference; null where service and model agree. */
  difference: { kind: string; text: string } | null;
}

const MINUTE = 60_000;

/** Plays histories of one clock, which is moved for all of them at once: their steps have the same moves. */
export async function play(scenario: Scenario, histories: Step[][]): Promise<Played[]> {
  const { service, keys, dimensions, products, start } = scenario;
  const now = new Date(start).toISOString();
  const { id: clock } = await service.post("/v1/test-clocks", { now });
  const players = await Promise.all(
    histories.map(async (steps) => {
      const history = await History.begin(service, { keys, dimensions, products, clock, at: start });
      return new Player(scenario, history, steps);
    }),
  );
  const moves = (histories[0] ?? []).filter((step) => step.do === "advance");
  let at = start;
  await Promise.all(players.map((player) => player.playUntilMove()));
  for (const { minutes, fault } of moves) {
    at += minutes * MINUTE;
    if (fault && service.provider) await addFault(service.provider, fault);
    const failure = await moveClock(service, clock, at);
    if (failure) for (const player of players) player.fail("clock", failure);
    await Promise.all(players.map((player) => player.moved(at)));
    if (players.every(({ isOver }) => isOver)) break;
  }
  await Promise.all(players.map((player) => player.end()));
  return players.map((player) => player.played);
}

async function moveClock(service: Service, clock: string, to: number): Promise<string | null> {
  try {
    await service.advance(clock, to);
    return null;
  } catch (error) {
    return String(error);
  }
}

class Player {
  readonly #scenario: Scenario;
  readonly #history: History;
  readonly #steps: Step[];
  #next = 0;
  #failure: { kind: string; text: string } | null = null;

  constructor(scenario: Scenario, history: History, steps: Step[]) {
    this.#scenario = scenario;
    this.#history = history;
    this.#steps = steps;
  }

  get isOver(): boolean {
    return this.#difference !== null;
  }

  get played(): Played {
    const { steps: log, comparison, invoiced } = this.#history;
    const { checks } = comparison;
    return { steps: this.#steps, log, checks, invoiced, difference: this.#difference };
  }

  get #difference(): { kind: string; text: string } | null {
    return this.#history.comparison.differences[0] ?? this.#failure;
  }

  fail(kind: string, text: string): void {
    this.#failure ??= { kind, text };
  }

  async playUntilMove(): Promise<void> {
    for (;;) {
      const step = this.#steps[this.#next];
      if (this.isOver || !step || step.do === "advance") return;
      this.#next++;
      await this.#guard(step.do, () => this.#play(step), step);
    }
  }

  async moved(to: number): Promise<void> {
    this.#next++;
    if (this.isOver) return;
    await this.#guard("advance", async () => {
      await this.#history.advance(to, true);
      if (this.#scenario.comparesInvoices) await this.#history.compareInvoices();
    });
    await this.playUntilMove();
  }

  async end(): Promise<void> {
    if (this.isOver) return;
    await this.#guard("end", async () => {
      await this.#history.compareRecords();
      await this.#history.compareOwnParts();
      if (this.#scenario.comparesInvoices) await this.#history.compareInvoices({ withLedger: true });
    });
  }

  /** A step that the service refuses although the rules allow it is a difference, too. */
  async #guard(what: string, run: () => Promise<void>, step?: Step): Promise<void> {
    try {
      await run();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const code = /"code":"(K\d+)"/.exec(text)?.[1] ?? "";
      this.fail(`${what} refused ${code}`.trim(), text);
      if (step) this.#history.steps.push(`refused: ${JSON.stringify(step)}`);
    }
  }

  async #play(step: Exclude<Step, { do: "advance" }>): Promise<void> {
    const history = this.#history;
    const { model } = history;
    if (step.do === "use") {
      const isModelled = model.check(step.feature) !== null || !model.hasOverride(step.feature);
      if (isModelled && (step.quantity > 0 || isHeld(model, step.feature, -step.quantity)))
        await history.use(step.feature, step.quantity, step.dimension);
      return;
    }
    if (step.do === "exceed") return this.#exceed(step);
    if (step.do === "set") {
      if (model.check(step.feature) && model.maySet(step.feature))
        await history.set(step.feature, step.value);
      return;
    }
    if (step.do === "reserve") {
      if (model.check(step.feature)) await history.reserve(step.feature, step.quantity, step.counted);
      return;
    }
    if (step.do === "override") return this.#override(step);
    if (step.do === "start") return this.#start(step);
    const name = "product" in step ? step.product : "main";
    const subscription = history.sold(name);
    if (!subscription || subscription.endedAt !== null) return;
    const { collecting } = phaseOf(subscription);
    const isPlain = collecting === "PAID" && !subscription.endsAtPeriodEnd;
    if (step.do === "cancel" && isPlain && !subscription.pending) await history.cancel(name, step.at);
    if (step.do === "pause" && isPlain && !subscription.pending) await history.pause(name);
    if (step.do === "resume" && (collecting === "PAUSED" || subscription.endsAtPeriodEnd))
      await history.resume(name);
    if (step.do === "change" && isPlain && !subscription.pending) await this.#change(step, subscription);
    if (step.do === "steps" && isPlain && !subscription.pending) await this.#changeSteps(step, subscription);
  }

  /** Features that are counted come before held units, of which most changes leave open what they owe. */
  async #exceed({ one, units }: Step & { do: "exceed" }): Promise<void> {
    const { model } = this.#history;
    const billed = Object.keys(this.#scenario.keys).flatMap((feature) => {
      const check = model.check(feature);
      return check?.overage === "BILL" && !check.isSwitchedOff ? [{ feature, ...check }] : [];
    });
    const counted = billed.filter(({ type }) => type === "METERED");
    const from = counted.length > 0 ? counted : billed;
    const chosen = from[one % Math.max(1, from.length)];
    if (!chosen) return;
    const { feature, type, limit, used, remaining } = chosen;
    if (type === "ALLOCATED") return this.#history.use(feature, Math.max(1, (limit ?? 0) - used) + units);
    for (let past = units; past >= 1; past = Math.floor(past / 2)) {
      const quantity = (remaining ?? 0) + past;
      const reservation = model.reserve(feature, quantity);
      if (!reservation) continue;
      model.confirm(reservation, 0);
      return this.#history.use(feature, quantity);
    }
  }

  async #start({ product: name, plan, index, provider, steps }: Step & { do: "start" }): Promise<void> {
    const product = this.#scenario.products.find((one) => one.name === name);
    if (!product || this.#history.sold(name)) return;
    const price = product.price(plan, index);
    const hasDriver = product.plans[plan]?.entitlements.seats?.driver !== undefined;
    await this.#history.start(name, product, plan, {
      index,
      // A card gets one trial, and the histories share a card; a free price saves no card for a later change.
      provider: price.trialDays > 0 || price.amount === 0 ? "PROVIDER_B" : provider,
      ...(steps > 0 && hasDriver && price.amount > 0 && { steps: { seats: steps } }),
    });
  }

  async #change(step: Step & { do: "change" }, subscription: Subscription): Promise<void> {
    const { price: old, steps } = phaseOf(subscription);
    const prices = Object.values(subscription.product.plans).flatMap((plan) =>
      plan.prices.map((price, index) => ({ price, index })),
    );
    const drawn = prices.findIndex(({ price, index }) => price.plan === step.plan && index === step.index);
    const { counters, now } = this.#history.model;
    const hasBegunNow = counters.open.some(({ source, period }) => source === "main" && period.from === now);
    // The one that was sold already is no change: the next one is. Histories have no steps on a price of 0, and none from one such
    // price to another in the moment in which an allowance period began.
    const isDrawn = (price: Price) =>
      price.id !== old.id &&
      (price.amount > 0 || ((steps.seats ?? 0) === 0 && !(old.amount === 0 && hasBegunNow)));
    const next = [...prices.slice(drawn), ...prices.slice(0, drawn)].find(({ price }) => isDrawn(price));
    if (!next) return;
    await this.#history.change("main", next.price.plan, { index: next.index, effective: step.effective });
  }

  async #changeSteps({ steps }: Step & { do: "steps" }, subscription: Subscription): Promise<void> {
    const { price, steps: now } = phaseOf(subscription);
    if (!grantOf(subscription, "seats")?.driver || price.amount === 0 || (now.seats ?? 0) === steps) return;
    const index = (subscription.product as OnSale).plans[price.plan]?.prices.indexOf(price) ?? 0;
    await this.#history.change("main", price.plan, { index, steps: { seats: steps } });
  }

  async #override({ feature, what, amount, days }: Step & { do: "override" }): Promise<void> {
    const { model } = this.#history;
    const isTaken = model.overrides.some(
      (one) => one.feature === feature && (one.to ?? Infinity) > model.now,
    );
    const check = model.check(feature);
    if (isTaken || !check || (what === "limitAdd" && check.limit === null)) return;
    const given = { limitAdd: amount, limitSet: amount, unlimited: true, enabled: false };
    await this.#history.override({ feature, [what]: given[what] }, days);
  }
}

function isHeld(model: Customer, feature: string, quantity: number): boolean {
  return (model.check(feature)?.used ?? 0) >= quantity;
}
