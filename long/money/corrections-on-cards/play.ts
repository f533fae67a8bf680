import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type Stripe from "stripe";
import { Difference, playUntilDifference } from "../corrections/run.ts";
import { addFault, type CardProvider } from "../histories/card-provider.ts";
import type { Body, Service } from "../histories/service.ts";
import { actionOf, PRICE, type Step, type Story } from "./draw.ts";
import {
  type Action,
  apply,
  asDecided,
  BY_STRIPE,
  begin,
  creditedOf,
  disputedOf,
  dueOf,
  type Invoice,
  type Outcome,
  paidOf,
  refundedOf,
  type State,
  totalOf,
} from "./model.ts";

/** A service with its card provider, and what its prices are called: by currency. */
export interface Shop {
  service: Service & { provider: CardProvider };
  stripe: Stripe;
  prices: Record<string, string>;
}

/** The outcome of a history. */
export interface Played {
  story: Story;
  customer: string;
  state: State;
  log: string[];
  checks: number;
  difference: { kind: string; text: string } | null;
}

/** Of us, or of the card provider: then a code stands for whatever it refuses with. */
interface Answer {
  isDone: boolean;
  code: string;
  text: string;
}

/** How long callbacks take; what is not known then is looked for. */
const CALLBACKS_MS = 600;
const FOUND_WITHIN_MS = 20_000;
/** What a request may also be refused with while the invoice is corrected by another, here or at the card provider. */
const UNDER_WAY = "K6047";
const BY_CHANGE_THERE = ["K6013", "K6041", "K6042", "K6043", "K6049", BY_STRIPE];

/** Plays a history of one customer; it ends at the first difference. */
export async function play(shop: Shop, story: Story): Promise<Played> {
  const player = new Player(shop, story);
  const difference = await playUntilDifference(() => player.play());
  const { customer, state, log, checks } = player;
  return { story, customer, state, log, checks, difference };
}

const aKey = () => randomBytes(16).toString("hex");
const isOfBank = ({ do: what }: Action) => what === "stripe-dispute" || what === "stripe-close";
const isAtStripe = ({ do: what }: Action) => what.startsWith("stripe-");

class Player {
  readonly #shop: Shop;
  readonly #story: Story;
  /** As the service answered them last, in the order of their issue. */
  #invoices: Body[] = [];
  /** Their ids at the card provider, in the order of their issue. */
  readonly #issued: string[] = [];
  readonly #disputes = new Map<number, string>();
  #remote = "";
  customer = "";
  state: State = begin(PRICE);
  log: string[] = [];
  checks = 0;

  constructor(shop: Shop, story: Story) {
    this.#shop = shop;
    this.#story = story;
  }

  async play(): Promise<void> {
    const { service, prices, stripe } = this.#shop;
    const name = `customer-${randomBytes(8).toString("hex")}`;
    const sale = {
      customer: name,
      email: `${name}@example.com`,
      plan_price_id: prices[this.#story.currency],
      cardprovider_test_card_token: "tok_visa",
    };
    const started = await service.post("/v1/billing/cardprovider/subscriptions/headless", sale);
    this.customer = started.customer.id;
    this.#remote = started.provider_customer_id;
    const [first] = (await stripe.invoices.list({ customer: this.#remote })).data;
    this.#issued.push(first?.id ?? "");
    this.log.push(`begin at ${PRICE} ${this.#story.currency}`);
    await this.#compare([this.state], []);
    for (const step of this.#story.steps) await this.#playStep(step);
    await this.#untilFound("end", () => this.#differenceAtEnd());
  }

  async #playStep({ first, second, isRepeated, lost }: Step): Promise<void> {
    const chosen = [first, ...(second ? [second] : [])].map((choice) => actionOf(this.state, choice));
    // A bank opens and closes one dispute after the other.
    const [one, other] = chosen;
    if (one && other && isOfBank(one) && isOfBank(other)) chosen.pop();
    const actions = chosen.filter((action) => action !== null);
    if (actions.length === 0) return;
    if (lost > 0)
      await addFault(this.#shop.service.provider, { kind: "webhook_lose", count: lost, delay_ms: 0 });
    const answers = await Promise.all(actions.map((action) => this.#carryOut(action, isRepeated)));
    this.log.push(
      actions.map((action, at) => `${JSON.stringify(action)} → ${answers[at]?.text}`).join(" | "),
    );
    const states = [actions, [...actions].reverse()]
      .slice(0, actions.length)
      .flatMap((order) => this.#inTurn(order, (action) => answers[actions.indexOf(action)]));
    if (states.length === 0) {
      const alone = actions.map((action) => expected(apply(this.state, action)));
      throw new Difference(kindOf("answer", actions), `answered otherwise than ${alone.join(" and ")}`);
    }
    if (answers.some(({ isDone }) => isDone)) await this.#compare(states, actions);
  }

  /** The states after actions that were answered so, one after the other; none where the answers would be others. */
  #inTurn(actions: Action[], answerTo: (action: Action) => Answer | undefined): State[] {
    let after = [this.state];
    for (const action of actions) {
      const answer = answerTo(action);
      const others = actions.filter((one) => one !== action);
      const hasOtherAtStripe = others.some(isAtStripe);
      after = after.flatMap((before) => {
        const outcome = apply(before, action);
        if (answer?.isDone) {
          const decided = hasOtherAtStripe ? asDecided(this.state, action) : null;
          const unaware = decided && apply(before, decided).state;
          return [outcome.state, unaware].filter((state) => state !== undefined && state !== null);
        }
        const alsoBy = [
          ...(others.length > 0 && !isAtStripe(action) ? [UNDER_WAY] : []),
          ...(hasOtherAtStripe ? BY_CHANGE_THERE : []),
        ];
        return answer && [...(outcome.refused ?? []), ...alsoBy].includes(answer.code) ? [before] : [];
      });
    }
    return after;
  }

  /** Reads the invoices until they agree with one of the states, and goes on with that. */
  async #compare(states: State[], actions: Action[]): Promise<void> {
    const { service } = this.#shop;
    await this.#untilFound(kindOf("figures", actions), async () => {
      const { data } = await service.get(`/v1/billing/invoices?customer=${this.customer}&limit=200`);
      const found = this.#issued.map((id) => data.find((one: Body) => one.provider_invoice_id === id));
      const differences = states.map((state) => differenceOf(state, found));
      const at = differences.indexOf(null);
      if (at < 0) return differences.join(" — or — ");
      this.checks++;
      this.state = states[at] as State;
      this.#invoices = found;
      return null;
    });
  }

  /** Waits for callbacks until nothing differs, then compares with the card provider, as the hourly job does. */
  async #untilFound(kind: string, difference: () => Promise<string | null>): Promise<void> {
    const began = Date.now();
    let isMended = false;
    for (;;) {
      const differs = await difference();
      if (differs === null) return;
      const waited = Date.now() - began;
      if (waited > FOUND_WITHIN_MS) throw new Difference(kind, differs);
      if (waited > CALLBACKS_MS && !isMended) {
        await this.#shop.service.call("POST", "/v1/billing/cardprovider/drift/mend", {}, aKey());
        isMended = true;
      } else await pause(60);
    }
  }

  /** The first list in which service, card provider and model differ. */
  async #differenceAtEnd(): Promise<string | null> {
    const { service, stripe } = this.#shop;
    const of = `?customer=${this.customer}`;
    const [notes, refunds, disputes, balance, remote] = await Promise.all([
      service.list(`/v1/billing/credit-notes${of}`),
      service.list(`/v1/billing/refunds${of}`),
      service.list(`/v1/billing/disputes${of}`),
      service.get(`/v1/billing/customers/${this.customer}/balance`),
      stripe.customers.retrieve(this.#remote),
    ]);
    const idOf = (invoice: number) => this.#invoices[invoice]?.id;
    const { invoices, credit } = this.state;
    const atStripe = await Promise.all(this.#issued.map((id) => stripe.invoices.retrieve(id)));
    const found = {
      notes: notes.map((one) => [
        ...[one.invoice_id, one.amount_off_due, one.amount_to_balance, one.amount_to_refund],
      ]),
      refunds: refunds.map((one) => [
        ...[one.invoice_id, one.amount, one.status],
        ...[one.provider_refund_id !== null, one.credit_note_id !== null],
      ]),
      disputes: disputes.map(({ invoice_id, amount, amount_withdrawn, status }) => [
        ...[invoice_id, amount, amount_withdrawn],
        status === "WON" || status === "LOST" ? status : "OPEN",
      ]),
      credit: [balance.balances[0]?.credit ?? 0, "deleted" in remote ? null : -remote.balance],
      atStripe: atStripe.map(({ status, total, amount_due, amount_paid }) => [
        ...[status, total, amount_due, amount_paid],
      ]),
    };
    const wanted: typeof found = {
      notes: this.state.notes.map((one) => [...[idOf(one.invoice), one.offDue, one.toBalance, one.toRefund]]),
      refunds: invoices.flatMap((invoice, at) =>
        invoice.refunds.map((one) => [idOf(at), one.amount, "SUCCEEDED", one.isByCard, one.hasNote]),
      ),
      disputes: invoices.flatMap((invoice, at) =>
        invoice.dispute
          ? [[idOf(at), invoice.dispute.amount, disputedOf(invoice), invoice.dispute.status]]
          : [],
      ),
      credit: [credit, credit],
      atStripe: invoices.map((invoice) => [
        ...[invoice.status.toLowerCase() as "open", totalOf(invoice), dueOf(invoice), paidOf(invoice)],
      ]),
    };
    for (const name of ["notes", "refunds", "disputes", "credit", "atStripe"] as const) {
      const [one, other] = [found[name], wanted[name]].map(texts);
      if (one !== other) return `${name}: ${one}, expected ${other}`;
    }
    return null;
  }

  async #carryOut(action: Action, isRepeated: boolean): Promise<Answer> {
    if (isAtStripe(action)) {
      try {
        await this.#atStripe(action);
        return { isDone: true, code: "", text: "done" };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return { isDone: false, code: BY_STRIPE, text: error.message };
      }
    }
    const { service } = this.#shop;
    const { path, body } = this.#requestOf(action);
    const key = aKey();
    const answer = await service.call("POST", path, body, key);
    if (isRepeated) {
      const again = await service.call("POST", path, body, key);
      if (JSON.stringify(again) !== JSON.stringify(answer) && again.status < 400)
        throw new Difference("repeated", `${path}: ${JSON.stringify(again)}, not ${JSON.stringify(answer)}`);
    }
    const isDone = answer.status < 300;
    return {
      isDone,
      code: isDone ? "" : answer.body.code,
      text: isDone ? "done" : `${answer.status} ${answer.body.code} ${answer.body.message}`,
    };
  }

  async #atStripe(action: Action): Promise<void> {
    const { stripe, service } = this.#shop;
    const currency = this.#story.currency.toLowerCase();
    if (action.do === "stripe-invoice") {
      const customer = this.#remote;
      const { id = "" } = await stripe.invoices.create({ customer, currency });
      for (const amount of action.amounts)
        await stripe.invoiceItems.create({ customer, invoice: id, amount, currency });
      await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
      this.#issued.push(id);
      return;
    }
    const invoice = this.#issued[action.invoice] ?? "";
    if (action.do === "stripe-pay") await stripe.invoices.pay(invoice);
    if (action.do === "stripe-note") {
      const { status } = await stripe.invoices.retrieve(invoice);
      const { amount, to } = action;
      const ofPaid = status === "paid" && { [to === "BALANCE" ? "credit_amount" : "refund_amount"]: amount };
      await stripe.creditNotes.create({ invoice, amount, ...ofPaid });
    }
    if (action.do === "stripe-refund")
      await stripe.refunds.create({ charge: await this.#chargeOf(invoice), amount: action.amount });
    if (action.do === "stripe-dispute") {
      const fields = { charge: await this.#chargeOf(invoice), amount: String(action.amount) };
      this.#disputes.set(action.invoice, (await bank(service.provider, "disputes", fields)).id);
    }
    if (action.do === "stripe-close") {
      const how = action.isWon ? "win" : "lose";
      await bank(service.provider, `disputes/${this.#disputes.get(action.invoice)}/${how}`);
    }
  }

  async #chargeOf(invoice: string): Promise<string> {
    const { stripe } = this.#shop;
    const [payment] = (await stripe.invoicePayments.list({ invoice, status: "paid" })).data;
    const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent));
    return String(intent.latest_charge);
  }

  #requestOf(action: Action): { path: string; body: object } {
    const found = "invoice" in action ? this.#invoices[action.invoice] : undefined;
    const path = `/v1/billing/invoices/${found?.id}`;
    const reason = "A reason";
    if (action.do === "write-off") return { path: `${path}/write-off`, body: { reason } };
    if (action.do === "refund")
      return { path: `${path}/refunds`, body: action.amount === undefined ? {} : { amount: action.amount } };
    if (action.do !== "note") throw new Error(`${action.do} is no request to us.`);
    const { amount, line, to, isByHand } = action;
    const named = { ...(amount !== undefined && { amount }) };
    const lineId = line === undefined ? null : lineAt(found, line);
    return {
      path: `${path}/credit-notes`,
      body: {
        reason,
        ...(to && { to }),
        ...(isByHand && to === "REFUND" && { reference: "By hand" }),
        ...(lineId === null ? named : { lines: [{ line_id: lineId, ...named }] }),
      },
    };
  }
}

/** Lines of an invoice have different amounts. */
function lineAt(invoice: Body, line: number): string {
  const sorted = invoice.lines.toSorted((one: Body, other: Body) => other.amount - one.amount);
  return sorted[line]?.id ?? "none";
}

/** Tells the sandbox what a cardholder's bank does. */
async function bank(
  { url, secretKey }: CardProvider,
  path: string,
  fields: Record<string, string> = {},
): Promise<Body> {
  const headers = { authorization: `Bearer ${secretKey}` };
  const response = await fetch(`${url}/sandbox/${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });
  const body: Body = await response.json();
  if (!response.ok) throw Object.assign(new Error(body.error?.message), { statusCode: response.status });
  return body;
}

function isRefusal(error: unknown): error is Error {
  const status = (error as { statusCode?: number }).statusCode;
  return error instanceof Error && status !== undefined && status >= 400 && status < 500;
}

function differenceOf(state: State, found: Body[]): string | null {
  if (found.length !== state.invoices.length)
    return `there are ${found.length} invoices, expected ${state.invoices.length}`;
  for (const [at, invoice] of state.invoices.entries()) {
    const body = found[at];
    if (!body) return `invoice ${at} is not known`;
    const wanted = figuresOf(invoice);
    const wrong = Object.entries(wanted).filter(([name, value]) => body[name] !== value);
    if (wrong.length > 0)
      return `invoice ${at}: ${wrong.map(([name, value]) => `${name} is ${body[name]}, expected ${value}`).join("; ")}`;
  }
  return null;
}

function figuresOf(invoice: Invoice): Record<string, unknown> {
  return {
    status: invoice.status,
    total: totalOf(invoice),
    amount_due: dueOf(invoice),
    amount_paid: paidOf(invoice),
    amount_off_due: invoice.offDue,
    amount_credited: creditedOf(invoice),
    amount_refunded: refundedOf(invoice),
    amount_disputed: disputedOf(invoice),
    amount_remaining: invoice.status === "OPEN" ? dueOf(invoice) : 0,
  };
}

const kindOf = (what: string, actions: Action[]) => [what, ...actions.map((action) => action.do)].join(" ");
const texts = (rows: unknown[]) =>
  rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join(" ");
const expected = ({ state, refused = [] }: Outcome) => [...(state ? ["done"] : []), ...refused].join(" or ");
