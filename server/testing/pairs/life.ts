import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "../client.ts";
import { unique } from "../world.ts";
import { type Act, actOf, type Expectation, WAITS_FOR } from "./acts.ts";
import type { Answer, Body, Difference, Told } from "./answer.ts";
import { agrees } from "./bank.ts";
import { compareFacts, compareQuote, type Facts, readFacts } from "./facts.ts";
import { begin, type Future, isSame, passTo, priceOfChange, type Sale } from "./model.ts";
import { type Plan, START } from "./schedule.ts";
import { moveToNewPack, type OnSale, putOnSale, type Shop } from "./shop.ts";
import type { Sender, Subject } from "./subject.ts";

const MIGRATES = "pack moves";
const LONGEST_WAIT_MS = 2_500;

/** One customer with one subscription, over HTTP and in the model. */
export class Life implements Subject, Sender {
  readonly shop: Shop;
  readonly plan: Plan;
  readonly customer = unique("customer");
  readonly differences: Difference[] = [];
  readonly told: Told[] = [];
  /** Every request that changes something, to repeat a difference by hand. */
  readonly log: string[] = [];
  future: Future;
  onSale: OnSale;
  #suffix = "";
  #now = START;
  #id = "";
  #reservation = "";
  #override = "";
  #secret = "";
  /** The change that waits for its cardholder, as it was asked for. */
  #asked: object | undefined;
  #facts: Facts | undefined;
  /** The test itself failed: nothing more is sent. */
  #failed = false;

  constructor(shop: Shop, plan: Plan) {
    this.shop = shop;
    this.plan = plan;
    this.onSale = shop.shared;
    this.future = begin(plan.provider, START, { isTrial: plan.isTrial });
  }

  get name(): string {
    return this.plan.acts.join(", ");
  }

  get id(): string {
    return this.#id;
  }

  /** A failure of the test, not an answer of the product, ends the life. */
  async #guard(when: string, work: () => Promise<void>): Promise<void> {
    if (this.#failed) return;
    try {
      await work();
    } catch (error) {
      this.#failed = true;
      this.differences.push({ when, fact: "error", expected: "none", found: String(error).slice(0, 600) });
    }
  }

  begin(clock: string): Promise<void> {
    return this.#guard("start", async () => {
      const { plan, shop, customer } = this;
      if (plan.isTrial || plan.acts.includes(MIGRATES)) {
        this.#suffix = `-${unique("own")}`;
        this.onSale = await putOnSale(shop.tenant, this.#suffix);
      }
      const email = `${customer}@example.com`;
      const named = await this.#post(`/v1/test-clocks/${clock}/customers`, { customer, email });
      if (named.status >= 300) throw new Error(JSON.stringify(named.body));
      if (plan.acts[0] === "checkout") await this.#buyOnPage();
      else {
        const isByCard = plan.provider === "PROVIDER_A";
        const sale = this.#sale();
        const started = await this.#post("/v1/billing/subscriptions", {
          ...sale,
          provider: plan.provider,
          ...(isByCard ? { cardprovider_test_card_token: "tok_visa" } : { due_days: 365 }),
        });
        if (started.status !== 201) throw new Error(JSON.stringify(started.body));
        this.#id = started.body.id;
      }
      this.#facts = await this.#settle("start", await readFacts(this));
    });
  }

  #sale() {
    const { plan, customer, onSale, future } = this;
    return {
      customer,
      plan_price_id: plan.isTrial && !this.#id ? onSale.trialPrice : onSale.price(future.sale),
      drivers: [{ feature_key: onSale.seats, steps: 3 }],
    };
  }

  /** The clock is at this moment. */
  moved(to: number): Promise<void> {
    return this.#guard("time", async () => {
      this.#now = to;
      passTo(this.future, to);
    });
  }

  async need(): Promise<void> {
    for (const name of this.plan.before) await this.act(actOf(name), `${name} (before)`);
  }

  /** Sends an act, and compares what it was answered and what is then. */
  act(act: Act, when: string): Promise<void> {
    return this.#guard(when, async () => {
      // As the first act the page began the subscription.
      if (act.name === "checkout" && this.told.length === 0 && this.plan.acts[0] === "checkout") {
        this.told.push({ act: act.name, answer: { isDone: true, code: null }, replaced: [] });
        return;
      }
      const before = this.#facts ?? (await readFacts(this));
      const expected = act.expect(this.future);
      const hadChange = this.future.comes;
      const { waits: hadWaiting, owed } = this.future;
      // What becomes of one that is UNPAID is said of an end and of a card alone.
      if (this.future.isUnpaid && act.name !== "cancel now") this.future.isOpen = true;
      const answer = await act.send(this);
      this.#judge(when, expected, answer);
      this.#holdPreview(when, answer);
      const { future } = this;
      if (answer.isDone) {
        act.apply(future, this.#now);
      } else if (answer.waits && expected.change) {
        const { to } = expected.change;
        const price = priceOfChange(future, to, this.#now);
        future.waits = { sale: to, price, at: this.#now, until: this.#now + WAITS_FOR };
      }
      const found = await readFacts(this);
      if (answer.isDone) this.#follow(expected, before, found, answer);
      // A change that waits may have dropped the scheduled one or not: the documentation leaves it open.
      else if (answer.waits) this.#follow({ ...expected, open: ["comes"] }, before, found, answer);
      if (answer.quote && expected.change)
        compareQuote(this, when, { answer, before, charged: future.owed - owed, ...expected.change });
      this.#facts = await this.#settle(when, found);
      const replaced: string[] = [];
      if (hadChange && !(future.comes && isSame(hadChange, future.comes)) && !act.passes)
        replaced.push("change");
      if (hadWaiting && future.waits !== hadWaiting && act.name !== "bank confirms") replaced.push("waiting");
      this.told.push({ act: act.name, answer, replaced });
    });
  }

  #judge(when: string, { answer: expected, codes }: Expectation, { isDone, code, waits }: Answer): void {
    if (expected === "open" || this.future.isOpen) return;
    const found = isDone ? "done" : `refused ${code}`;
    const isRight =
      expected === "done" ? isDone : !isDone && (codes?.length ? codes.includes(code ?? "") : true);
    if (!isRight)
      this.differ(
        when,
        "answer",
        expected === "done" ? "done" : `refused ${codes?.join(" or ")}`,
        waits ? `${found} (waits)` : found,
      );
  }

  /** What a preview refuses, the change refuses alike; a card's bank is asked by the change alone. */
  #holdPreview(when: string, { isDone, code, previewCode }: Answer): void {
    if (previewCode === undefined || ["K7001", "K7002"].includes(code ?? "")) return;
    const found = isDone ? null : code;
    if (previewCode !== found) this.differ(when, "the change is answered as its preview", previewCode, found);
  }

  /** What the documentation leaves open is read, and held from then on. */
  #follow({ open = [] }: Expectation, before: Facts, found: Facts, told: Answer): void {
    const { future } = this;
    for (const one of open) {
      if (one === "comes" && !found.pending_plan_price_id) future.comes = null;
      if (
        one === "waits" &&
        isSame(future.sale, this.#soldNow(found) ?? future.sale) === false &&
        future.waits
      ) {
        future.sale = future.waits.sale;
        future.owed += found.owed - before.owed;
        future.waits = null;
      }
      // Where it is open what a change costs, its quote is the promise.
      if (one === "owed")
        future.owed = before.owed + (told.quote ? told.quote.total : found.owed - before.owed);
      if (one === "used") future.used = null;
      if (one === "period" && found.current_period_end) {
        future.period = {
          start: Date.parse(found.current_period_start ?? ""),
          end: Date.parse(found.current_period_end),
        };
        if (future.sale.interval === "WEEK") future.anchor = future.period.start;
      }
    }
  }

  #soldNow(found: Facts): Sale | null {
    for (const plan of ["basic", "pro", "max"] as const)
      for (const interval of ["MONTH", "WEEK"] as const)
        if (this.onSale.price({ plan, interval }) === found.plan_price_id)
          return { plan, interval, seats: found.seats };
    return null;
  }

  differ(when: string, fact: string, expected: unknown, found: unknown): void {
    this.differences.push({ when, fact, expected, found });
  }

  /** Compares what time brought. */
  compare(when: string): Promise<void> {
    return this.#guard(when, async () => {
      this.#facts = await this.#settle(when, await readFacts(this));
    });
  }

  /** Compares what is found; while it differs it is read again for some seconds, as the card provider tells some of it by callbacks. */
  async #settle(when: string, first: Facts): Promise<Facts> {
    for (let found = first, wait = 50; ; wait *= 1.6, found = await readFacts(this)) {
      const differences = compareFacts(this, when, found);
      if (differences.length === 0 || wait > LONGEST_WAIT_MS) {
        this.differences.push(...differences);
        return found;
      }
      await pause(wait);
    }
  }

  /** Compares what is at the end, when the next period has begun. */
  end(): Promise<void> {
    return this.compare("when the next period has begun");
  }

  get(path: string): Promise<Reply> {
    return this.shop.tenant.admin.get(path);
  }

  async #post(path: string, body: object = {}): Promise<Reply> {
    for (let tries = 0; ; tries++) {
      const reply = await this.shop.tenant.admin.post(path, body);
      // Another call of this customer is under way: callbacks are worked on.
      if (tries < 20 && ["K6007", "K9055"].includes(reply.body.code)) {
        await pause(250);
        continue;
      }
      const { code = "" } = reply.body;
      this.log.push(
        `${new Date(this.#now).toISOString()} POST ${path} ${JSON.stringify(body)} → ${reply.status} ${code}`,
      );
      return reply;
    }
  }

  async tell(what: string, body: object = {}): Promise<Answer> {
    return answerOf(await this.#post(`/v1/billing/subscriptions/${this.#id}/${what}`, body));
  }

  async delete(what: string): Promise<Answer> {
    const path = `/v1/billing/subscriptions/${this.#id}/${what}`;
    const reply = await this.shop.tenant.admin.send("DELETE", path);
    this.log.push(
      `${new Date(this.#now).toISOString()} DELETE ${path} → ${reply.status} ${reply.body.code ?? ""}`,
    );
    return answerOf(reply);
  }

  /** Asks for a quote, and for the change with it. */
  async change(to: Sale, effective: "now" | "period_end"): Promise<Answer> {
    const { onSale } = this;
    const asked = {
      plan_price_id: onSale.price(to),
      drivers: [{ feature_key: onSale.seats, steps: to.seats }],
      effective,
    };
    const path = `/v1/billing/subscriptions/${this.#id}/change-plan`;
    const preview = await this.#post(`${path}/preview`, asked);
    const quote = preview.status === 201 ? preview.body : undefined;
    const reply = await this.#post(path, { ...asked, ...(quote && { quote_id: quote.id }) });
    if (reply.body.details?.client_secret) {
      this.#secret = reply.body.details.client_secret;
      this.#asked = asked;
    }
    return {
      ...answerOf(reply),
      ...(quote && { quote }),
      previewCode: quote ? null : preview.body.code,
      waits: reply.body.code === "K7002",
    };
  }

  /** The change is paid with a card whose bank asks; the card from before pays again afterwards. */
  async changeWithBank(to: Sale): Promise<Answer> {
    const { stripe } = this.shop;
    const { body } = await this.get(`/v1/billing/subscriptions/${this.#id}`);
    const remote = body.provider_subscription_id;
    const isByCard = body.provider === "PROVIDER_A" && body.status !== "CANCELED";
    if (!isByCard) return this.change(to, "now");
    const { default_payment_method: usual } = await stripe.subscriptions.retrieve(remote);
    const asking = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: body.provider_customer_id,
    });
    await stripe.subscriptions.update(remote, { default_payment_method: asking.id });
    const answer = await this.change(to, "now");
    if (usual) await stripe.subscriptions.update(remote, { default_payment_method: String(usual) });
    return answer;
  }

  async answerBank(authentication: "complete" | "fail"): Promise<Answer> {
    const answer = await agrees(this.shop.stripe, this.#secret, authentication);
    this.log.push(
      `${new Date(this.#now).toISOString()} the bank's page: ${authentication} → ${answer.code ?? "done"}`,
    );
    // "Finish it in the browser with the client secret, then call again."
    if (authentication === "complete" && answer.isDone && this.#asked) {
      const again = await this.#post(`/v1/billing/subscriptions/${this.#id}/change-plan`, this.#asked);
      return answerOf(again);
    }
    return answer;
  }

  async move(): Promise<Answer> {
    const { body } = await this.get(`/v1/billing/subscriptions/${this.#id}`);
    if (body.provider === "PROVIDER_A")
      return this.tell("move-provider", { provider: "PROVIDER_B", due_days: 365 });
    const email = `${this.customer}@example.com`;
    return this.tell("move-provider", {
      provider: "PROVIDER_A",
      cardprovider_test_card_token: "tok_visa",
      email,
    });
  }

  async replaceCard(cardprovider_test_card_token: string): Promise<Answer> {
    const { customer } = this;
    return answerOf(
      await this.#post("/v1/billing/payment-methods", { customer, cardprovider_test_card_token }),
    );
  }

  async hold(): Promise<Answer> {
    const { customer, onSale } = this;
    const asked = { customer, feature_key: onSale.calls, quantity: 80, expires_in: 86_400 };
    const reply = await this.#post("/v1/billing/usage/reservations", asked);
    if (reply.status < 300) this.#reservation = reply.body.id;
    return answerOf(reply);
  }

  async confirm(): Promise<Answer> {
    return answerOf(await this.#post(`/v1/billing/usage/reservations/${this.#reservation}/confirm`));
  }

  async override(): Promise<Answer> {
    const { customer, onSale } = this;
    const given = { customer, feature_key: onSale.calls, limit_add: 50, reason: "a promise" };
    const reply = await this.#post("/v1/billing/overrides", given);
    if (reply.status < 300) this.#override = reply.body.id;
    return answerOf(reply);
  }

  async revoke(): Promise<Answer> {
    return answerOf(await this.#post(`/v1/billing/overrides/${this.#override}/revoke`));
  }

  async migrate(): Promise<Answer> {
    const reply = await moveToNewPack(this.shop, this.onSale, this.#suffix);
    this.log.push(`${new Date(this.#now).toISOString()} POST …/migrations → ${reply.status}`);
    return answerOf(reply);
  }

  async checkout(): Promise<Answer> {
    return this.#buyOnPage();
  }

  /** Opens a page and completes it; the subscription is there when the card provider's callback was worked on. */
  async #buyOnPage(): Promise<Answer> {
    const { customer } = this;
    const reply = await this.#post("/v1/billing/checkout", this.#sale());
    if (reply.status >= 300) return answerOf(reply);
    const card = new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" });
    const page = await fetch(reply.body.url, { method: "POST", body: card, redirect: "manual" });
    if (page.status !== 303) return { isDone: false, code: `page ${page.status}` };
    for (let wait = 50; wait < 20_000; wait *= 1.5) {
      const { body } = await this.get(`/v1/billing/subscriptions?customer=${customer}`);
      const [live] = body.data.filter(({ status }: Body) => status !== "CANCELED");
      if (live) {
        this.#id = live.id;
        return { isDone: true, code: null };
      }
      await pause(wait);
    }
    throw new Error("The checkout page was completed, and no subscription came.");
  }
}

function answerOf({ status, body }: Reply): Answer {
  return status < 300 ? { isDone: true, code: null } : { isDone: false, code: body.code };
}
