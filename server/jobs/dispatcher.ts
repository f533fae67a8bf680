import { setTimeout as pause } from "node:timers/promises";
import { inBackground } from "../platform/background.ts";
import { logCounted } from "../platform/log-counted.ts";
import type { Services } from "../platform/scope.ts";
import { DueSources, type Source } from "./due-sources.ts";
import { fairPage, type Wanted } from "./fair-page.ts";

/** How often a worker looks for what is due: a webhook or mail leaves within about a second after the transaction that queued it. */
const LOOK_EVERY_MS = 1_000;
/** How long slots that become free are gathered, so that one statement takes items for all of them. */
const GATHER_MS = 50;

/** What a dispatcher delivers, and how much of it at once. */
interface Deliveries<S extends Source, Item> {
  /** Names the loop in the log, the metrics and the readiness. */
  name: string;
  /** By pool: in how many slots items may begin, and the most that may be under way. */
  pools: Readonly<Record<string, { slots: number; most: number }>>;
  /** For how long an item under way takes a slot, milliseconds: one that hangs gives it up. null: until it ends. */
  slotMs: number | null;
  /** Items of one source that may be under way: at first, and after one has ended. */
  concurrency: { first: number; after(concurrency: number, succeeded: boolean): number };
  /** All sources with due items. */
  look(): Promise<S[]>;
  /** Takes due items, for all sources in one statement, so that no other worker sends them. */
  claim(wanted: Wanted<S>[]): Promise<{ key: string; item: Item }[]>;
  /** Sends an item and stores what came of it; whether it was accepted. Throws when that could not be stored. */
  send(item: Item): Promise<boolean>;
}

/** Delivers what is due until it is stopped; stop() waits for what is under way. */
export function startDispatcher<S extends Source, Item>(
  services: Services,
  deliveries: Deliveries<S, Item>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const dispatcher = new Dispatcher(services, deliveries, stopping.signal);
  const running = inBackground(() => dispatcher.run(), "delivery");
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

interface State {
  concurrency: number;
  underWay: number;
}

class Dispatcher<S extends Source, Item> {
  readonly #services: Services;
  readonly #deliveries: Deliveries<S, Item>;
  readonly #signal: AbortSignal;
  /** The sources that had due items at the last look, without those that turned out to have no more. */
  #due = new DueSources<S>();
  readonly #states = new Map<string, State>();
  readonly #flights = new Set<Promise<void>>();
  readonly #slotsTaken = new Map<string, number>();
  readonly #underWay = new Map<string, number>();
  readonly #tenantsUnderWay = new Map<string, number>();
  #taken = 0;
  #isFilling = false;
  #filling = Promise.resolve();
  #hasFailed = false;

  constructor(services: Services, deliveries: Deliveries<S, Item>, signal: AbortSignal) {
    this.#services = services;
    this.#deliveries = deliveries;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { name, look } = this.#deliveries;
    while (!this.#signal.aborted) {
      try {
        this.#due = new DueSources(await look());
        for (const [key, { underWay }] of this.#states)
          if (underWay === 0 && !this.#due.has(key)) this.#states.delete(key);
        // A loop that finds what is due and cannot store what became of it does not work.
        if (!this.#hasFailed) this.#services.work.succeeded(name);
        this.#hasFailed = false;
        this.#fill();
      } catch (error) {
        this.#report(error, "could not be looked for");
      }
      await this.#wait(LOOK_EVERY_MS);
    }
    await this.#filling;
    await Promise.all(this.#flights);
  }

  /** Takes items while there are slots for them: at once, or for those that become free meanwhile a moment later. */
  #fill(gatherMs = 0): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    this.#filling = this.#wait(gatherMs).then(() => this.#takePages());
  }

  async #wait(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }

  async #takePages(): Promise<void> {
    try {
      for (let page = this.#nextPage(); page.length > 0; page = this.#nextPage()) {
        const claimed = Map.groupBy(await this.#deliveries.claim(page), ({ key }) => key);
        for (const { source, limit } of page) {
          const items = claimed.get(source.key) ?? [];
          // It has no more.
          if (items.length < limit) this.#due.delete(source.key);
          for (const { item } of items) this.#start(source, item);
        }
        await this.#wait(GATHER_MS);
      }
    } catch (error) {
      this.#due = new DueSources();
      this.#report(error, "could not be taken");
    } finally {
      this.#isFilling = false;
    }
  }

  #nextPage(): Wanted<S>[] {
    const { pools, concurrency } = this.#deliveries;
    const freeSlots = (pool: string) => {
      const { slots = 0, most = 0 } = pools[pool] ?? {};
      const free = slots - (this.#slotsTaken.get(pool) ?? 0);
      return Math.min(free, most - (this.#underWay.get(pool) ?? 0));
    };
    if (this.#signal.aborted || !Object.keys(pools).some((pool) => freeSlots(pool) > 0)) return [];
    const load = {
      freeSlots,
      underWay: (pool: string, tenantId: string) => this.#tenantsUnderWay.get(`${pool} ${tenantId}`) ?? 0,
      freeConcurrency: ({ key }: S) => {
        const state = this.#states.get(key);
        return state ? state.concurrency - state.underWay : concurrency.first;
      },
    };
    const page = fairPage(this.#due, load, this.#taken);
    for (const { limit } of page) this.#taken += limit;
    return page;
  }

  #start(source: S, item: Item): void {
    const { slotMs, concurrency } = this.#deliveries;
    const { key, pool, tenantId } = source;
    const state = this.#states.get(key) ?? { concurrency: concurrency.first, underWay: 0 };
    this.#states.set(key, state);
    state.underWay++;
    count(this.#slotsTaken, pool, 1);
    count(this.#underWay, pool, 1);
    count(this.#tenantsUnderWay, `${pool} ${tenantId}`, 1);
    let leaveSlot: (() => void) | null = () => {
      leaveSlot = null;
      count(this.#slotsTaken, pool, -1);
    };
    const timer = slotMs === null ? undefined : setTimeout(() => this.#leave(leaveSlot), slotMs);
    const flight = this.#carryOut(source, item, state).finally(() => {
      clearTimeout(timer);
      this.#flights.delete(flight);
      this.#leave(leaveSlot);
    });
    this.#flights.add(flight);
  }

  async #carryOut({ key, pool, tenantId }: S, item: Item, state: State): Promise<void> {
    const { concurrency, send } = this.#deliveries;
    try {
      state.concurrency = concurrency.after(state.concurrency, await send(item));
    } catch (error) {
      state.concurrency = concurrency.after(state.concurrency, false);
      this.#due.delete(key);
      this.#report(error, "could not be stored");
    }
    state.underWay--;
    if (state.underWay === 0 && !this.#due.has(key)) this.#states.delete(key);
    count(this.#underWay, pool, -1);
    count(this.#tenantsUnderWay, `${pool} ${tenantId}`, -1);
  }

  #leave(leaveSlot: (() => void) | null): void {
    leaveSlot?.();
    this.#fill(GATHER_MS);
  }

  #report(err: unknown, what: string): void {
    this.#hasFailed = true;
    const { name } = this.#deliveries;
    logCounted(this.#services.log, "error", { err, loop: name }, `${name} ${what}; trying again`);
  }
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const sum = (counts.get(key) ?? 0) + change;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
