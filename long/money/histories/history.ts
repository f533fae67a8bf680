import { randomBytes } from "node:crypto";
import { boundary, periodAt } from "../model/calendar.ts";
import { Customer, type Provider, phaseOf, type Subscription } from "../model/customer.ts";
import type { OnSale } from "./catalog.ts";
import type { Body, Service } from "./service.ts";

const COUNTED = new Set(["OPEN", "PAID", "UNCOLLECTIBLE"]);

interface Sold {
  model: Subscription;
  id: string;
}

/** One customer's life, played over REST and in the model at once; what differs after a step is kept in `differences`. */
export class History {
  readonly differences: string[] = [];
  readonly steps: string[] = [];
  readonly customer = `customer-${randomBytes(6).toString("hex")}`;
  readonly model: Customer;
  checks = 0;
  readonly #service: Service;
  readonly #clock: string;
  readonly #keys: Record<string, string>;
  readonly #sold = new Map<string, Sold>();
  /** Until when base sums are not compared: a credit waits for the next invoice (domain.md §5). */
  #creditWaitsUntil = 0;

  private constructor(service: Service, keys: Record<string, string>, clock: string, at: number) {
    this.#service = service;
    this.#keys = keys;
    this.#clock = clock;
    this.model = new Customer(at);
  }

  static async begin(
    service: Service,
    keys: Record<string, string>,
    at: number,
    clock?: string,
  ): Promise<History> {
    const id = clock ?? (await service.post("/v1/test-clocks", { now: new Date(at).toISOString() })).id;
    const history = new History(service, keys, id, at);
    const person = { customer: history.customer, email: `${history.customer}@example.com` };
    await service.post(`/v1/test-clocks/${id}/customers`, person);
    return history;
  }

  get clock(): string {
    return this.#clock;
  }

  id(name: string): string {
    return this.#of(name).id;
  }

  subscription(name: string): Promise<Body> {
    return this.#service.get(`/v1/billing/subscriptions/${this.id(name)}`);
  }

  async start(
    name: string,
    product: OnSale,
    plan: string,
    { provider, index = 0 }: { provider: Provider; index?: number },
  ): Promise<void> {
    const price = product.price(plan, index);
    const isPaidByCard = provider === "PROVIDER_A" && (price.amount > 0 || price.trialDays > 0);
    const { id } = await this.#service.post("/v1/billing/subscriptions", {
      customer: this.customer,
      plan_price_id: price.id,
      provider,
      // Nobody pays in a history: an invoice is not overdue within it.
      ...(provider === "PROVIDER_B" && { due_days: 365 }),
      ...(isPaidByCard && { cardprovider_test_card_token: "tok_visa" }),
    });
    const model = this.model.start(name, product, price, { provider });
    this.#sold.set(name, { model, id });
    await this.#after(`start ${name} with ${plan} ${price.interval} ${price.currency} on ${provider}`);
  }

  async use(feature: string, quantity: number): Promise<void> {
    const expected = this.model.use(feature, quantity);
    const { status, body } = await this.#service.call("POST", "/v1/billing/usage", {
      customer: this.customer,
      feature_key: this.#keys[feature],
      quantity,
    });
    if (status !== 201 && status !== 409)
      throw new Error(`A use was answered ${status}: ${JSON.stringify(body)}`);
    const step = `use ${quantity} of ${feature}`;
    this.#same(step, "counted", status === 201, expected);
    await this.#after(step);
  }

  async change(
    name: string,
    plan: string,
    { index = 0, effective = "now" as "now" | "period_end" } = {},
  ): Promise<void> {
    const { model, id } = this.#of(name);
    const price = (model.product as OnSale).price(plan, index);
    const before = this.model.charges.length;
    await this.#service.post(`/v1/billing/subscriptions/${id}/change-plan`, {
      plan_price_id: price.id,
      effective,
    });
    this.model.change(model, price, effective);
    const net = this.model.charges
      .slice(before)
      .reduce((sum, { cause, amount }) => (cause === "base" ? sum + amount : sum), 0n);
    if (net < 0n) this.#creditWaitsUntil = model.period.to + 2 * 3_600_000;
    await this.#after(`change ${name} to ${plan} ${price.interval}, ${effective}`);
  }

  async cancel(name: string, at: "now" | "period_end"): Promise<void> {
    const { model, id } = this.#of(name);
    await this.#service.post(`/v1/billing/subscriptions/${id}/cancel`, { at });
    this.model.cancel(model, at);
    await this.#after(`cancel ${name}, ${at}`);
  }

  async pause(name: string): Promise<void> {
    await this.#service.post(`/v1/billing/subscriptions/${this.id(name)}/pause`);
    this.model.pause(this.#of(name).model);
    await this.#after(`pause ${name}`);
  }

  async resume(name: string): Promise<void> {
    await this.#service.post(`/v1/billing/subscriptions/${this.id(name)}/resume`);
    this.model.resume(this.#of(name).model);
    await this.#after(`resume ${name}`);
  }

  /** Lets time pass until this moment; isMoved says that another history of the same clock has moved it already. */
  async advance(to: number, isMoved = false): Promise<void> {
    if (!isMoved) await this.#service.advance(this.#clock, to);
    this.model.advance(to);
    await this.#after(`advance to ${new Date(to).toISOString()}`);
  }

  check(feature: string): Promise<Body> {
    return this.#service.get(`/v1/billing/entitlements/${this.#keys[feature]}?customer=${this.customer}`);
  }

  invoices(): Promise<Body[]> {
    return this.#service.list(`/v1/billing/invoices?customer=${this.customer}`);
  }

  /** What stands on invoices that count: by subscription, cause and the period that it is for. */
  async billed(): Promise<Map<string, bigint>> {
    const sums = new Map<string, bigint>();
    for (const invoice of await this.invoices()) {
      if (!COUNTED.has(invoice.status)) continue;
      const sold = [...this.#sold.values()].find(({ id }) => id === invoice.subscription_id);
      for (const line of invoice.lines) {
        const feature = Object.keys(this.#keys).find((name) =>
          line.description.includes(this.#keys[name] ?? ""),
        );
        const model = sold?.model ?? this.#lastEnded();
        const at = line.period_start ? Date.parse(line.period_start) : 0;
        const key = feature
          ? `${model?.name} overage:${feature} ${new Date(this.#periodOf(model, feature, at)).toISOString()}`
          : `${model?.name} base`;
        sums.set(key, (sums.get(key) ?? 0n) + BigInt(line.amount));
      }
    }
    return sums;
  }

  /** The sum of all overage of a feature on invoices that count. */
  async overage(feature: string): Promise<bigint> {
    let sum = 0n;
    for (const [key, amount] of await this.billed()) if (key.includes(` overage:${feature} `)) sum += amount;
    return sum;
  }

  /** The sum of all that is no overage on invoices that count. */
  async base(): Promise<bigint> {
    let sum = 0n;
    for (const [key, amount] of await this.billed()) if (key.endsWith(" base")) sum += amount;
    return sum;
  }

  async #after(step: string): Promise<void> {
    this.steps.push(`${new Date(this.model.now).toISOString()} ${step}`);
    for (const feature of Object.keys(this.#keys)) {
      const expected = this.model.check(feature);
      if (!expected) continue;
      const found = await this.check(feature);
      this.#same(step, `${feature} used`, found.used, expected.used);
      this.#same(step, `${feature} limit`, found.limit, expected.limit);
      this.#same(step, `${feature} allowed`, found.allowed, expected.allowed);
      if (found.feature_type === "METERED" && found.overage_behavior === "BILL")
        this.#same(step, `${feature} billed_amount`, BigInt(found.billed_amount ?? 0), expected.billed);
    }
    await this.#compareCharges(step);
  }

  async #compareCharges(step: string): Promise<void> {
    const owed = new Map<string, { amount: bigint; isDue: boolean }>();
    for (const { subscription, cause, from, amount, due } of this.model.charges) {
      const key =
        cause === "base"
          ? `${subscription} base`
          : `${subscription} ${cause} ${new Date(from).toISOString()}`;
      const one = owed.get(key) ?? { amount: 0n, isDue: true };
      owed.set(key, {
        amount: one.amount + amount,
        isDue: one.isDue && due !== null && due <= this.model.now,
      });
    }
    const billed = await this.billed();
    for (const key of new Set([...owed.keys(), ...billed.keys()])) {
      const one = owed.get(key);
      const found = billed.get(key) ?? 0n;
      if (key.endsWith(" base") && (!one?.isDue || this.model.now < this.#creditWaitsUntil)) continue;
      if (one && !one.isDue && found <= one.amount) continue;
      this.#same(step, key, found, one?.amount ?? 0n);
    }
  }

  #same(step: string, what: string, found: unknown, expected: unknown): void {
    this.checks++;
    if (found === expected) return;
    const difference = `${what}: expected ${expected}, found ${found}`;
    if (this.differences.some((one) => one.endsWith(difference))) return;
    this.differences.push(`${new Date(this.model.now).toISOString()} after "${step}": ${difference}`);
  }

  /** The start of the allowance period (METERED) or billing period (ALLOCATED) that holds a moment. */
  #periodOf(model: Subscription | undefined, feature: string, at: number): number {
    const charges = this.model.charges.filter(
      ({ subscription, cause, from }) =>
        subscription === model?.name && cause === `overage:${feature}` && from <= at,
    );
    const nearest = Math.max(0, ...charges.map(({ from }) => from));
    if (!model || nearest === 0) return at;
    const { price, anchor } = phaseOf(model);
    return at < boundary(nearest, price.interval, 1) ? nearest : periodAt(anchor, price.interval, at).from;
  }

  #lastEnded(): Subscription | undefined {
    const ended = this.model.subscriptions.filter(({ endedAt }) => endedAt !== null);
    return ended.at(-1) ?? this.model.subscriptions[0];
  }

  #of(name: string): Sold {
    const sold = this.#sold.get(name);
    if (!sold) throw new Error(`The history has no subscription ${name}.`);
    return sold;
  }
}
