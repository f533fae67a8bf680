import { randomBytes } from "node:crypto";
import type { Body, Service } from "../histories/service.ts";
import { differenceAtEnd, differenceOf } from "./compare.ts";
import { actionOf, type Step, type Story } from "./draw.ts";
import { apply, begin } from "./model.ts";
import { Difference, playUntilDifference } from "./run.ts";
import type { Action, Outcome, State } from "./types.ts";

/** A service, and what its prices are called: by currency and amount. */
export interface Shop {
  service: Service;
  prices: Record<string, string>;
}

/** The outcome of a history. */
export interface Played {
  story: Story;
  customer: string;
  /** What the journal has to say of the customer. */
  state: State;
  log: string[];
  checks: number;
  difference: { kind: string; text: string } | null;
}

interface Answer {
  status: number;
  body: Body;
}

/** Plays a history of one customer; it ends at the first difference. */
export async function play(shop: Shop, story: Story): Promise<Played> {
  const player = new Player(shop, story);
  const difference = await playUntilDifference(() => player.play());
  const { customer, state, log, checks } = player;
  return { story, customer, state, log, checks, difference };
}

class Player {
  readonly #service: Service;
  readonly #story: Story;
  readonly #price: string;
  #subscription = "";
  /** As the service answered them last, in the order of their numbers. */
  #invoices: Body[] = [];
  customer = "";
  state: State;
  log: string[] = [];
  checks = 0;

  constructor({ service, prices }: Shop, story: Story) {
    this.#service = service;
    this.#story = story;
    this.#price = prices[`${story.currency} ${story.price}`] ?? "";
    this.state = begin(story.price, story.dueDays);
  }

  async play(): Promise<void> {
    const { dueDays, currency, price, steps } = this.#story;
    const name = `customer-${randomBytes(8).toString("hex")}`;
    const sale = {
      customer: name,
      email: `${name}@example.com`,
      plan_price_id: this.#price,
      provider: "PROVIDER_B",
      due_days: dueDays,
    };
    const { status, body: started } = await this.#service.call(
      "POST",
      "/v1/billing/subscriptions",
      sale,
      aKey(),
    );
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(started)} to a start`);
    this.#subscription = started.id;
    this.customer = started.customer.id;
    this.log.push(`begin at ${price} ${currency}, due within ${dueDays} days`);
    await this.#compare([this.state]);
    for (const step of steps) await this.#playStep(step);
    await this.#compareEnd();
  }

  async #playStep({ first, second, isRepeated }: Step): Promise<void> {
    const choices = second ? [first, second] : [first];
    const actions = choices.map((choice) => actionOf(this.state, choice, Date.now()));
    const requests = await Promise.all(actions.map((action) => this.#requestOf(action)));
    const answers = await Promise.all(requests.map((request) => this.#send(request, isRepeated)));
    this.log.push(
      actions.map((action, at) => `${JSON.stringify(action)} → ${textOf(answers[at])}`).join(" | "),
    );
    // Of two cancellations at once either may find that the other did what it wants.
    const isOne =
      actions.every((action) => action.do === "cancel") && answers.every(({ status }) => status === 200);
    if (isOne) actions.splice(1);
    const states = ordersOf(actions, answers)
      .map((order) => inTurn(this.state, order, (action) => answers[actions.indexOf(action)]))
      .filter((state) => state !== null);
    if (states.length === 0)
      throw new Difference(this.#kindOf("answer", actions), this.#expectations(actions));
    // What was refused changed nothing: the next step that does something shows whether that is so.
    if (answers.every(({ status }) => status >= 300)) return;
    await this.#compare(await this.#asDecided(states, actions), actions);
  }

  /** Of two orders of stopping and resuming reminders, which figures do not tell, those that the invoice's decisions tell. */
  async #asDecided(states: State[], actions: Action[]): Promise<State[]> {
    const [first] = actions;
    if (states.length < 2 || first?.do !== "reminders") return states;
    const path = `/v1/billing/invoices/${this.#invoices[first.invoice]?.id ?? "inv_none"}/decisions`;
    const { data } = await this.#service.get(path);
    const told = data.map(({ kind }: Body) => kind).toSorted();
    const agreeing = states.filter(
      ({ invoices }) => invoices[first.invoice]?.decisions.toSorted().join() === told.join(),
    );
    return agreeing.length > 0 ? agreeing : states;
  }

  #expectations(actions: Action[]): string {
    const alone = actions.map((action) => apply(this.state, action));
    return `answered otherwise than ${alone.map(expected).join(" and ")} in any order`;
  }

  #kindOf(what: string, actions: Action[] = []): string {
    return [what, ...actions.map((action) => action.do)].join(" ");
  }

  /** Reads the invoices, and goes on with the first of the states that agrees. */
  async #compare(states: State[], actions: Action[] = []): Promise<void> {
    const { data } = await this.#service.get(`/v1/billing/invoices?customer=${this.customer}&limit=200`);
    const invoices = data.toSorted((one: Body, other: Body) => numberOf(one) - numberOf(other));
    this.checks++;
    const differences: string[] = [];
    for (const state of states) {
      orderLines(state, invoices);
      const difference = differenceOf(state, invoices);
      if (difference === null) {
        keepDueDates(state, invoices);
        this.state = state;
        this.#invoices = invoices;
        return;
      }
      differences.push(difference);
    }
    throw new Difference(this.#kindOf("figures", actions), differences.join(" — or — "));
  }

  async #compareEnd(): Promise<void> {
    await this.#compare([this.state]);
    const service = this.#service;
    // That of the others is in the figures of the invoice.
    const ofInvoices = (what: "payments" | "decisions") =>
      Promise.all(
        this.state.invoices.map(async (invoice, position) => {
          const path = `/v1/billing/invoices/${this.#invoices[position].id}/${what}`;
          return invoice[what].length === 0 ? [] : (await service.get(path)).data;
        }),
      );
    const [payments, decisions, notes, charges, balance, subscription] = await Promise.all([
      ofInvoices("payments"),
      ofInvoices("decisions"),
      service.list(`/v1/billing/credit-notes?customer=${this.customer}`),
      service.list(`/v1/billing/ledger?customer=${this.customer}`),
      service.get(`/v1/billing/customers/${this.customer}/balance`),
      service.get(`/v1/billing/subscriptions/${this.#subscription}`),
    ]);
    const end = { payments, decisions, notes, charges, balance, subscription };
    const difference = differenceAtEnd(this.state, this.#invoices, end);
    if (difference) throw new Difference(`end, ${difference.split(" ", 3).join(" ")}`, difference);
  }

  async #send({ path, body }: Request, isRepeated: boolean): Promise<Answer> {
    const key = aKey();
    const answer = await this.#service.call("POST", path, body, key);
    if (!isRepeated) return answer;
    const again = await this.#service.call("POST", path, body, key);
    if (JSON.stringify(again) !== JSON.stringify(answer) && again.status < 400)
      throw new Difference(
        "repeated",
        `${path}: ${JSON.stringify(again)} instead of ${JSON.stringify(answer)}`,
      );
    return answer;
  }

  async #requestOf(action: Action): Promise<Request> {
    const of = `/v1/billing/subscriptions/${this.#subscription}`;
    if (action.do === "cancel") return { path: `${of}/cancel`, body: { at: "now" } };
    if (action.do === "item") {
      const { amount, isNow } = action;
      const body = { description: "An item", amount, invoice: isNow ? "now" : "next" };
      return { path: `${of}/items`, body };
    }
    if (action.do === "one-off") {
      const lines = action.amounts.map((amount) => ({ description: "Work", amount }));
      const { customer } = this;
      const body = { customer, currency: this.#story.currency, lines, due_days: action.dueDays };
      return { path: "/v1/billing/invoices", body };
    }
    const invoice = this.#invoices[action.invoice];
    const path = `/v1/billing/invoices/${invoice?.id ?? "inv_none"}`;
    const reason = "A reason";
    if (action.do === "pay")
      return { path: `${path}/payments`, body: action.amount === null ? {} : { amount: action.amount } };
    if (action.do === "void") return { path: `${path}/void`, body: { charges: action.charges } };
    if (action.do === "refund") return { path: `${path}/refunds`, body: { amount: action.amount } };
    if (action.do === "reopen") return { path: `${path}/reopen`, body: { reason } };
    if (action.do === "take-back-refund") {
      const wanted = this.state.invoices[action.invoice]?.refunds[action.refund];
      const refunds: Body[] = invoice
        ? await this.#service.list(`/v1/billing/refunds?invoice_id=${invoice.id}`)
        : [];
      const notes = await this.#service.list(`/v1/billing/credit-notes?customer=${this.customer}`);
      // The model has them in the order of their numbers.
      const inOrder = notes.toSorted((one, other) => numberOf(one) - numberOf(other));
      const note = wanted?.note == null ? null : inOrder[wanted.note]?.id;
      const found = refunds.find(
        (one) =>
          one.amount === wanted?.amount &&
          (one.status === "CANCELED") === wanted?.isTakenBack &&
          one.credit_note_id === note,
      );
      return { path: `/v1/billing/refunds/${found?.id ?? "rfd_none"}/take-back`, body: { reason } };
    }
    if (action.do === "write-off") return { path: `${path}/write-off`, body: { reason } };
    if (action.do === "due-date") return { path: `${path}/due-date`, body: { due_at: action.at, reason } };
    if (action.do === "reminders")
      return { path: `${path}/reminders/${action.isStop ? "stop" : "resume"}`, body: { reason } };
    if (action.do === "take-back") {
      // Of two payments at once either may be the first: it is found by what it says.
      const wanted = this.state.invoices[action.invoice]?.payments[action.payment];
      const payments: Body[] = invoice ? (await this.#service.get(`${path}/payments`)).data : [];
      const payment = payments.find(
        (one) => one.amount === wanted?.amount && (one.taken_back !== null) === wanted?.isTakenBack,
      );
      const id = payment?.id ?? "pay_none";
      return { path: `${path}/payments/${id}/take-back`, body: { reason } };
    }
    const { amount, to } = action;
    const lines = action.lines?.map((named) => ({
      line_id: invoice?.lines[named.line]?.id ?? "none",
      ...(named.amount !== undefined && { amount: named.amount }),
    }));
    const body = {
      reason,
      ...(amount !== undefined && { amount }),
      ...(lines && { lines }),
      ...(to && { to }),
    };
    return { path: `${path}/credit-notes`, body };
  }
}

const aKey = () => randomBytes(16).toString("hex");

interface Request {
  path: string;
  body: object;
}

/**
 * The orders in which actions at one moment may have been done. Two notes of one invoice may leave the same figures in either,
 * but take other lines: their numbers, which rise with time, say which came first.
 */
function ordersOf(actions: Action[], answers: Answer[]): Action[][] {
  const [first, second] = answers;
  const isOfNotes = actions.length === 2 && actions.every(({ do: what }) => what === "note");
  const areDone = answers.every(({ status }) => status < 300);
  if (isOfNotes && areDone && first && second)
    return [numberOf(first.body) < numberOf(second.body) ? actions : [...actions].reverse()];
  return [actions, [...actions].reverse()].slice(0, actions.length);
}

/** The state after actions that were answered so; null where the answers would be others. */
function inTurn(
  state: State,
  actions: Action[],
  answerTo: (action: Action) => Answer | undefined,
): State | null {
  let after = state;
  for (const action of actions) {
    const outcome = apply(after, action);
    const answer = answerTo(action);
    if (!answer || !isAnsweredBy(outcome, answer)) return null;
    if ("state" in outcome) after = outcome.state;
    // What became of a note says what was done before it, also where the invoices' figures do not.
    if (action.do === "note" && "state" in outcome && !isNoteOf(after, answer)) return null;
  }
  return after;
}

function isAnsweredBy(outcome: Outcome, { status, body }: Answer): boolean {
  return "state" in outcome ? status < 300 : outcome.refused.includes(body.code);
}

const expected = (outcome: Outcome) => ("state" in outcome ? "done" : outcome.refused.join(" or "));
const isNoteOf = ({ notes }: State, { body }: Answer) =>
  notes.at(-1)?.offDue === body.amount_off_due && notes.at(-1)?.toBalance === body.amount_to_balance;
const textOf = (answer?: Answer) =>
  answer && answer.status >= 300 ? `${answer.status} ${answer.body.code}` : String(answer?.status);

/** Numbers rise with time, so that they say which invoice is which. */
function numberOf({ number }: Body): number {
  return Number(String(number).match(/\d+$/)?.[0]);
}

/** The documents leave the order of an invoice's lines open: the model takes the service's, where the amounts are the same. */
function orderLines({ invoices }: State, seen: Body[]): void {
  for (const [position, invoice] of invoices.entries()) {
    const left = [...invoice.lines];
    const lines = (seen[position]?.lines ?? []).flatMap(({ amount }: Body) => {
      const at = left.findIndex((line) => line.amount === amount);
      return at < 0 ? [] : left.splice(at, 1);
    });
    if (left.length === 0) invoice.lines = lines;
  }
}

function keepDueDates({ invoices }: State, seen: Body[]): void {
  for (const [position, invoice] of invoices.entries()) invoice.due = { at: seen[position].due_at };
}
