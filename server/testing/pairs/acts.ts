import type { Answer } from "./answer.ts";
import type { Future, Provider, Sale } from "./model.ts";
import * as model from "./model.ts";
import { DAY, HELD_CALLS, HOUR } from "./model.ts";
import type { Sender } from "./subject.ts";

/** What the documentation says of an act, before it is sent. */
export interface Expectation {
  /** open: the documentation does not say whether it is done; what is answered then counts. */
  answer: "done" | "refused" | "open";
  /** The codes of a refusal that the documentation names. */
  codes?: string[];
  /** What the documentation leaves open of an act that is done: it is read from the subscription and held from then on. */
  open?: Open[];
  /** What runs or comes after it, where it is a change: its quote is held against it. */
  change?: { to: Sale; effective: "now" | "period_end" };
}

type Open = "comes" | "owed" | "waits" | "used" | "period" | "pack";

export interface Act {
  /** As the tables name it. */
  name: string;
  /** What it does, for readers of the table. */
  text: string;
  /** The one provider that has it. */
  only?: Provider;
  /** Acts that come before the first one, unless one of the pair does the same. */
  needs?: string;
  /** Time passes: past the running period, past the trial, or past a renewal whose card fails. */
  passes?: "period" | "trial" | "failure";
  expect(future: Future): Expectation;
  send(life: Sender): Promise<Answer>;
  apply(future: Future, now: number): void;
}

const refused = (...codes: string[]): Expectation => ({ answer: "refused", codes });
const DONE: Expectation = { answer: "done" };
const OPEN: Expectation = { answer: "open" };

/** A change of plan or seats, with a quote before it. */
function change(
  name: string,
  text: string,
  effective: "now" | "period_end",
  wanted: (sale: Sale) => Sale,
  more: Partial<Act> = {},
): Act {
  return {
    name,
    text,
    expect(future) {
      const to = wanted(future.sale);
      if (future.isEnded) return refused("K6003");
      const isOther = to.interval !== future.sale.interval;
      // "A subscription that ends with its period changes to another interval only after resume."
      if (future.isEnding && isOther) return refused("K6003");
      // "A change with the next period of a subscription that ends is refused."
      if (future.isEnding && effective === "period_end" && !model.isSame(future.sale, to))
        return refused("K6003");
      const expected = { change: { to, effective } };
      // A declined card leaves all as it was. What begins with a new period while the card fails is said nowhere.
      if (future.isPastDue && effective === "now" && isOther) return { answer: "open" };
      if (future.isPastDue && effective === "now" && model.amountOf(to) > model.amountOf(future.sale))
        return refused("K7001");
      if (model.isSame(future.sale, to) && !future.isPaused) return { answer: "done", ...expected };
      // Whether a paused one, or one that ends, can be changed is said nowhere.
      if (future.isPaused) return { answer: "open", open: ["owed", "period", "used"], ...expected };
      if (future.isEnding && effective === "period_end") return { answer: "open", ...expected };
      if (future.isTrial && effective === "now")
        return {
          answer: "done",
          open: ["period", ...(isOther ? (["owed", "used"] as const) : [])],
          ...expected,
        };
      return { answer: "done", ...expected };
    },
    send: (life) => life.change(wanted(life.future.sale), effective),
    apply(future, now) {
      const to = wanted(future.sale);
      if (future.isPastDue && to.interval !== future.sale.interval) future.isOpen = true;
      if (effective === "now") model.changeNow(future, to, now);
      else model.changeLater(future, to);
    },
    ...more,
  };
}

const up = change("change now", "to a plan that costs more, at once", "now", (sale) => ({
  ...sale,
  plan: "pro",
}));
const toMax = (sale: Sale): Sale => ({ ...sale, plan: "max" });
const waiting = change(
  "change asks bank",
  "at once, to a plan that costs more still, with a card whose bank asks its holder",
  "now",
  toMax,
);

export const ACTS: Act[] = [
  up,
  change("change at end", "to a plan that costs more, with the next period", "period_end", (sale) => ({
    ...sale,
    plan: "pro",
  })),
  change("seats up", "five seats, at once", "now", (sale) => ({ ...sale, seats: 5 })),
  change("seats down", "two seats, at once", "now", (sale) => ({ ...sale, seats: 2 })),
  change("seats at end", "one seat, with the next period", "period_end", (sale) => ({ ...sale, seats: 1 })),
  change("interval", "the same plan, paid by the week, at once", "now", (sale) => ({
    ...sale,
    interval: "WEEK",
  })),
  change("as it is", "at once, what it has already", "now", (sale) => sale),
  {
    name: "drop change",
    text: "`DELETE …/pending-change`",
    expect(future) {
      if (future.isEnded) return refused("K6003", "K6015");
      return future.comes || future.waits ? DONE : refused("K6015");
    },
    send: (life) => life.delete("pending-change"),
    apply(future) {
      future.comes = null;
      future.waits = null;
    },
  },
  {
    name: "cancel now",
    text: "`cancel` with `at: now`",
    expect: ({ isEnded }) => (isEnded ? refused("K6003") : DONE),
    send: (life) => life.tell("cancel", { at: "now" }),
    apply: model.endNow,
  },
  {
    name: "cancel at end",
    text: "`cancel` with `at: period_end`",
    expect({ isEnded, isEnding }) {
      if (isEnded) return refused("K6003");
      return isEnding ? OPEN : DONE;
    },
    send: (life) => life.tell("cancel", { at: "period_end" }),
    apply: model.endLater,
  },
  {
    name: "withdraw",
    text: "`resume` of one that was canceled for the period's end before",
    needs: "cancel at end",
    expect: resumed,
    send: (life) => life.tell("resume"),
    apply: model.resume,
  },
  {
    name: "pause",
    text: "`pause`",
    expect({ isEnded, isPaused }) {
      if (isEnded) return refused("K6003");
      return isPaused ? OPEN : DONE;
    },
    send: (life) => life.tell("pause"),
    apply: model.pause,
  },
  {
    name: "resume",
    text: "`resume` of one that was paused before",
    needs: "pause",
    expect: resumed,
    send: (life) => life.tell("resume"),
    apply: model.resume,
  },
  {
    name: "move",
    text: "`move-provider`, to the other one",
    expect({ isEnded, isPastDue, isPaused, isTrial, isEnding, comes, waits }) {
      if (isEnded || isPastDue) return refused("K6003");
      if (isPaused || isTrial || isEnding || comes || waits)
        return { answer: "open", open: ["comes", "waits"] };
      return DONE;
    },
    send: (life) => life.move(),
    apply(future) {
      future.provider = future.provider === "PROVIDER_A" ? "PROVIDER_B" : "PROVIDER_A";
      future.waits = null;
      if (future.provider === "PROVIDER_A") future.card = "pays";
    },
  },
  {
    name: "hold",
    text: `holds ${HELD_CALLS} units of usage`,
    expect(future) {
      const taken = (future.used ?? 0) + (future.held?.units ?? 0) + HELD_CALLS;
      if (!model.givesAccess(future)) return { answer: "refused", codes: ["K8005", "K8004"] };
      if (future.used === null) return OPEN;
      return taken > model.limitOf(future) ? refused("K8005") : DONE;
    },
    send: (life) => life.hold(),
    apply(future, now) {
      const { end } = future.period;
      future.held = { units: (future.held?.units ?? 0) + HELD_CALLS, until: now + DAY, of: end };
    },
  },
  {
    name: "confirm",
    text: "confirms the units that were held before",
    needs: "hold",
    // Whether the same confirmation sent again is done or refused is said nowhere: it counts once.
    // So is what becomes of it after an end.
    expect: ({ held, isEnded }) => (held && !isEnded ? DONE : OPEN),
    send: (life) => life.confirm(),
    apply(future, now) {
      const { held } = future;
      if (held && held.of > now && future.used !== null) future.used += HELD_CALLS;
      future.held = null;
    },
  },
  {
    name: "override begins",
    text: "50 units more, for good",
    expect: ({ isEnded }) => (isEnded ? OPEN : DONE),
    send: (life) => life.override(),
    apply(future) {
      future.overrides++;
    },
  },
  {
    name: "override ends",
    text: "the override from before is revoked",
    needs: "override begins",
    expect: ({ overrides }) => (overrides > 0 ? DONE : OPEN),
    send: (life) => life.revoke(),
    apply(future) {
      future.overrides = Math.max(0, future.overrides - 1);
    },
  },
  {
    name: "pack moves",
    text: "subscribers of the first plan are moved to its new pack, at once",
    expect: () => ({ answer: "done", open: ["pack"] }),
    send: (life) => life.migrate(),
    apply(future) {
      if (future.sale.plan === "basic" && !future.isEnded) future.isMigrated = true;
    },
  },
  {
    name: "checkout",
    text: "the checkout page is opened and completed; as the first act, the subscription starts by it",
    only: "PROVIDER_A",
    expect: ({ isEnded }) => (isEnded ? DONE : refused("K6002")),
    send: (life) => life.checkout(),
    apply(future, now) {
      const { owed, overrides } = future;
      const fresh = model.begin("PROVIDER_A", now, { isTrial: false });
      Object.assign(future, fresh, { owed: owed + fresh.owed, overrides, used: null });
    },
  },
  {
    ...waiting,
    only: "PROVIDER_A",
    expect(future) {
      const expected = waiting.expect(future);
      // The card that asks is another one than the one that failed.
      if (future.isPastDue && expected.answer === "refused") {
        const to = toMax(future.sale);
        return { answer: "refused", codes: ["K7002"], change: { to, effective: "now" } };
      }
      if (expected.answer !== "done" || future.provider === "PROVIDER_B" || future.isTrial) return expected;
      if (model.isSame(future.sale, toMax(future.sale))) return expected;
      return { ...expected, answer: "refused", codes: ["K7002"] };
    },
    send: (life) => life.changeWithBank(toMax(life.future.sale)),
  },
  {
    name: "bank confirms",
    text: "the holder confirms the change that waits from before",
    only: "PROVIDER_A",
    needs: "change asks bank",
    expect: ({ waits }) => (waits ? DONE : refused()),
    send: (life) => life.answerBank("complete"),
    apply(future) {
      if (future.waits) model.changeNow(future, future.waits.sale, future.waits.at);
    },
  },
  {
    name: "bank refuses",
    text: "the bank refuses the change that waits from before",
    only: "PROVIDER_A",
    needs: "change asks bank",
    // What a refusal leaves waiting is said nowhere; nothing has changed.
    expect: () => ({ answer: "open", open: ["waits"] }),
    send: (life) => life.answerBank("fail"),
    apply() {},
  },
  {
    name: "renewal fails",
    text: "the card is replaced by one that fails, and the next period begins",
    only: "PROVIDER_A",
    passes: "failure",
    // Whether a card is taken that cannot pay what is open is said nowhere.
    expect: ({ isPastDue, isEnded, waits }) => (isPastDue || isEnded || waits ? OPEN : DONE),
    send: (life) => life.replaceCard("tok_chargeCustomerFail"),
    apply(future) {
      future.card = "fails";
    },
  },
  {
    name: "card replaced",
    text: "another card that pays",
    only: "PROVIDER_A",
    expect: ({ isEnded, waits }) => (isEnded || waits ? { answer: "open", open: ["waits"] } : DONE),
    send: (life) => life.replaceCard("tok_mastercard"),
    apply(future) {
      future.card = "pays";
      future.isPastDue = false;
    },
  },
  {
    name: "period passes",
    text: "the next period begins",
    passes: "period",
    expect: () => DONE,
    send: async () => ({ isDone: true, code: null }),
    apply() {},
  },
  {
    name: "trial passes",
    text: "it began on trial, and the trial ends",
    passes: "trial",
    expect: () => DONE,
    send: async () => ({ isDone: true, code: null }),
    apply() {},
  },
];

function resumed({ isEnded, isPaused, isEnding }: Future): Expectation {
  if (isEnded) return refused("K6003");
  return isPaused || isEnding ? DONE : refused("K6078");
}

export const actOf = (name: string): Act => {
  const act = ACTS.find((one) => one.name === name);
  if (!act) throw new Error(`There is no act ${name}.`);
  return act;
};

/** How long a change waits for its cardholder. */
export const WAITS_FOR = 23 * HOUR;
