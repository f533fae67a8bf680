// One method for each operation of a history: longer than other files.
import { randomBytes } from "node:crypto";
import { Customer } from "../model/customer.ts";
import { freeSource } from "../model/parts.ts";
import { givesAccess, type Provider, type Subscription } from "../model/subscription.ts";
import type { Override } from "../model/types.ts";
import type { Reservation } from "../model/usage.ts";
import { agreeOnInvoices } from "./agree-on-invoices.ts";
import { readBalances, readCharge, readInvoice } from "./answers.ts";
import type { OnSale } from "./catalog.ts";
import { Comparison, compareCheck, compareRecords } from "./compare.ts";
import type { Body, Service } from "./service.ts";

const COUNTED = new Set(["OPEN", "PAID", "UNCOLLECTIBLE"]);

interface Sold {
  model: Subscription;
  id: string;
}

/** What a history needs to begin. */
export interface Beginning {
  keys: Record<string, string>;
  at: number;
  /** A clock that other histories share. */
  clock?: string;
  /** Products with a free plan, by position. */
  products?: OnSale[];
  /** The dimensions that checks name, by feature. */
  dimensions?: Record<string, string[]>;
}

/** The history of one customer, played over REST and in the model at the same time; it keeps what differs after each step. */
export class History {
  readonly steps: string[] = [];
  readonly customer = `customer-${randomBytes(6).toString("hex")}`;
  readonly model: Customer;
  readonly comparison = new Comparison();
  readonly clock: string;
  /** The invoices and lines that were compared last. */
  invoiced = { invoices: 0, lines: 0 };
  readonly #service: Service;
  readonly #keys: Record<string, string>;
  readonly #dimensions: Record<string, string[]>;
  readonly #products: OnSale[];
  readonly #sold = new Map<string, Sold>();
  readonly #allocated = new Set<string>();

  private constructor(service: Service, beginning: Beginning, clock: string) {
    const { keys, at, products = [], dimensions = {} } = beginning;
    this.#service = service;
    this.#keys = keys;
    this.#dimensions = dimensions;
    this.#products = products;
    this.clock = clock;
    this.model = new Customer(
      at,
      products.filter(({ free }) => free !== null),
    );
  }

  static async begin(service: Service, beginning: Beginning): Promise<History> {
    const now = new Date(beginning.at).toISOString();
    const clock = beginning.clock ?? (await service.post("/v1/test-clocks", { now })).id;
    const history = new History(service, beginning, clock);
    const person = { customer: history.customer, email: `${history.customer}@example.com` };
    await service.post(`/v1/test-clocks/${clock}/customers`, person);
    return history;
  }

  /** What differs, each with the step after which it was found first. */
  get differences(): string[] {
    return this.comparison.differences.map(({ text }) => text);
  }

  id(name: string): string {
    return this.#of(name).id;
  }

  sold(name: string): Subscription | undefined {
    return this.#sold.get(name)?.model;
  }

  subscription(name: string): Promise<Body> {
    return this.#service.get(`/v1/billing/subscriptions/${this.id(name)}`);
  }

  async start(
    name: string,
    product: OnSale,
    plan: string,
    { provider, index = 0, steps }: { provider: Provider; index?: number; steps?: Record<string, number> },
  ): Promise<void> {
    const price = product.price(plan, index);
    const isPaidByCard = provider === "PROVIDER_A" && (price.amount > 0 || price.trialDays > 0);
    const { id } = await this.#service.post("/v1/billing/subscriptions", {
      customer: this.customer,
      plan_price_id: price.id,
      provider,
      // A history pays no invoices and is shorter than a year, so none becomes overdue.
      ...(provider === "PROVIDER_B" && { due_days: 365 }),
      ...(isPaidByCard && { cardprovider_test_card_token: "tok_visa" }),
      ...(steps && { drivers: this.#drivers(steps) }),
    });
    const model = this.model.start(name, product, price, { provider, ...(steps && { steps }) });
    this.#sold.set(name, { model, id });
    await this.#after(`start ${name} with ${plan} ${price.interval} ${price.currency} on ${provider}`);
  }

  async use(feature: string, quantity: number, dimension: string | null = null): Promise<void> {
    const expected = this.model.use(feature, quantity, dimension);
    const { status, body } = await this.#service.call("POST", "/v1/billing/usage", {
      customer: this.customer,
      feature_key: this.#keys[feature],
      quantity,
      ...(dimension !== null && { dimension }),
    });
    if (status !== 201 && status !== 409)
      throw new Error(`A use was answered ${status}: ${JSON.stringify(body)}`);
    const step = `use ${quantity} of ${feature}${dimension === null ? "" : ` in ${dimension}`}`;
    this.comparison.same("counted", `${step}: counted`, status === 201, expected);
    await this.#after(step);
  }

  async set(feature: string, value: number): Promise<void> {
    const body = { customer: this.customer, feature_key: this.#keys[feature], value, reason: "a correction" };
    const record = await this.#service.post("/v1/billing/usage/set", body);
    this.model.set(feature, value);
    this.comparison.same("set's value", `set ${feature} to ${value}: value`, record.value, value);
    await this.#after(`set ${feature} to ${value}`);
  }

  /** Reserves units, checks, then confirms some of them. */
  async reserve(feature: string, quantity: number, counted: number): Promise<void> {
    const step = `reserve ${quantity} of ${feature}, then count ${counted}`;
    const expected = this.model.reserve(feature, quantity);
    const { status, body } = await this.#service.call("POST", "/v1/billing/usage/reservations", {
      customer: this.customer,
      feature_key: this.#keys[feature],
      quantity,
    });
    if (status !== 201 && status !== 409)
      throw new Error(`A reservation was answered ${status}: ${JSON.stringify(body)}`);
    this.comparison.same("held", `${step}: held`, status === 201, expected !== null);
    if (status !== 201 || !expected) return;
    const { allowed } = await this.check(feature);
    this.comparison.same(
      "allowed",
      `${step}: allowed while held`,
      allowed,
      this.model.check(feature)?.allowed,
    );
    await this.#count(body.id, expected, counted);
    await this.#after(step);
  }

  async #count(id: string, reservation: Reservation, counted: number): Promise<void> {
    const path = `/v1/billing/usage/reservations/${id}`;
    if (counted === 0) await this.#service.post(`${path}/release`);
    else await this.#service.post(`${path}/confirm`, { quantity: counted });
    this.model.confirm(reservation, counted);
  }

  async change(
    name: string,
    plan: string,
    {
      index = 0,
      effective = "now" as "now" | "period_end",
      steps,
    }: { index?: number; effective?: "now" | "period_end"; steps?: Record<string, number> } = {},
  ): Promise<void> {
    const { model, id } = this.#of(name);
    const price = (model.product as OnSale).price(plan, index);
    await this.#service.post(`/v1/billing/subscriptions/${id}/change-plan`, {
      plan_price_id: price.id,
      effective,
      ...(steps && { drivers: this.#drivers(steps) }),
    });
    this.model.change(model, price, effective, steps);
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

  /** Grants the customer more, less or nothing of a feature, for so many days; null is for good. */
  async override(given: Omit<Override, "from" | "to">, days: number | null): Promise<void> {
    const { feature, limitAdd, limitSet, unlimited, enabled } = given;
    const to = days === null ? null : this.model.now + days * 24 * 3_600_000;
    await this.#service.post("/v1/billing/overrides", {
      customer: this.customer,
      feature_key: this.#keys[feature],
      reason: "an exception",
      ...(limitAdd !== undefined && { limit_add: limitAdd }),
      ...(limitSet !== undefined && { limit_set: limitSet }),
      ...(unlimited !== undefined && { unlimited }),
      ...(enabled !== undefined && { enabled }),
      ...(to !== null && { ends_at: new Date(to).toISOString() }),
    });
    this.model.override({ ...given, from: this.model.now, to });
    await this.#after(`override ${JSON.stringify(given)} ${days === null ? "for good" : `for ${days} days`}`);
  }

  /** Lets time pass until this moment. isMoved: another history has moved the shared clock already. */
  async advance(to: number, isMoved = false): Promise<void> {
    if (!isMoved) await this.#service.advance(this.clock, to);
    this.model.advance(to);
    await this.#after(`advance to ${new Date(to).toISOString()}`);
    await this.compareRecords();
  }

  check(feature: string, dimension: string | null = null): Promise<Body> {
    const query = dimension === null ? "" : `&dimension=${encodeURIComponent(dimension)}`;
    return this.#service.get(
      `/v1/billing/entitlements/${this.#keys[feature]}?customer=${this.customer}${query}`,
    );
  }

  invoices(): Promise<Body[]> {
    return this.#service.list(`/v1/billing/invoices?customer=${this.customer}`);
  }

  /** The lines of invoices that count, with the feature whose overage they bill: its name begins the description. */
  async lines(): Promise<{ feature: string | null; amount: number }[]> {
    const counted = (await this.invoices()).filter(({ status }) => COUNTED.has(status));
    return counted.flatMap(({ lines }) =>
      lines.map(({ description, amount }: { description: string; amount: number }) => ({
        feature: this.#featureOf(description) ?? null,
        amount,
      })),
    );
  }

  /** The sum of all overage of a feature on invoices that count. */
  async overage(feature: string): Promise<bigint> {
    return sum((await this.lines()).filter((line) => line.feature === feature));
  }

  /** The sum of all other lines on invoices that count. */
  async base(): Promise<bigint> {
    return sum((await this.lines()).filter((line) => line.feature === null));
  }

  async compareRecords(): Promise<void> {
    const found = await this.#service.get(`/v1/billing/usage?customer=${this.customer}`);
    // ALLOCATED features have one counter without periods.
    const metered = Object.keys(this.#keys).filter((name) => !this.#allocated.has(name));
    const names = new Map(metered.map((name) => [this.#keys[name], name]));
    const subscriptions = new Map([...this.#sold].map(([name, { id }]) => [id, name]));
    this.#compareAfter("usage records", () =>
      compareRecords(this.comparison, found, this.model, {
        feature: (key) => names.get(key),
        source: (id) => (id === null ? "free plan" : (subscriptions.get(id) ?? id)),
      }),
    );
  }

  /** Compares the entitlements of each subscription, which show what it grants itself. */
  async compareOwnParts(): Promise<void> {
    for (const [name, { model }] of this.#sold) {
      if (!givesAccess(model)) continue;
      const { entitlements } = await this.subscription(name);
      const limits = new Map(entitlements.map((one: Body) => [one.feature_key, one.limit]));
      this.#compareAfter("own entitlements", () => {
        for (const [feature, key] of Object.entries(this.#keys)) {
          const own = this.model.parts(feature).parts.find(({ source }) => source === name)?.entitlement;
          if (!own || own.rolloverMax !== undefined || this.model.hasOverride(feature)) continue;
          this.comparison.same("own part", `the limit of ${feature} in ${name}`, limits.get(key), own.limit);
        }
      });
    }
  }

  /** Compares invoices; withLedger also the ledger, the balance and the credit that the card provider has. */
  async compareInvoices({ withLedger = false } = {}): Promise<void> {
    const found = await agreeOnInvoices(this.#service, this.model, {
      read: async () =>
        (await this.invoices()).map((one) => readInvoice(one, (text) => this.#featureOf(text))),
      readLedger: async () => ({
        ledger: (await this.#service.list(`/v1/billing/ledger?customer=${this.customer}`)).map((one) =>
          readCharge(one, (text) => this.#featureOf(text)),
        ),
        balances: readBalances(await this.#service.get(`/v1/billing/customers/${this.customer}/balance`)),
      }),
      idOf: (name) => this.id(name),
      withLedger,
    });
    this.invoiced = found.invoiced;
    this.#compareAfter("invoices", () => this.comparison.add(found.comparison));
  }

  async #after(step: string): Promise<void> {
    this.steps.push(`${new Date(this.model.now).toISOString()} ${step}`);
    // Each step checks one dimension, the next step the next one.
    const all = [...new Set(Object.values(this.#dimensions).flat())];
    const asked = all[this.steps.length % Math.max(1, all.length)];
    const checks = Object.keys(this.#keys).flatMap((feature) => {
      const ofFeature = (this.#dimensions[feature] ?? []).filter((one) => one === asked);
      return [null, ...ofFeature].map((dimension) => ({ feature, dimension }));
    });
    const answers = await Promise.all(checks.map(({ feature, dimension }) => this.check(feature, dimension)));
    for (const [index, { feature, dimension }] of checks.entries())
      this.#compare(step, feature, dimension, answers[index]);
  }

  #compare(step: string, feature: string, dimension: string | null, found: Body): void {
    if (found.feature_type === "ALLOCATED") this.#allocated.add(feature);
    const expected = this.model.check(feature, dimension);
    const what = `${feature}${dimension === null ? "" : ` in ${dimension}`}`;
    this.#compareAfter(step, () => {
      if (expected)
        compareCheck(this.comparison, what, found, expected, (part) => this.#sourceOf(part, expected));
      // The rules do not say what an override grants when nothing else grants the feature.
      else if (!this.model.hasOverride(feature))
        this.comparison.same("allowed", `${what} allowed`, found.allowed, false);
    });
  }

  /** Adds the time and the step to the differences that `compare` finds. */
  #compareAfter(step: string, compare: () => void): void {
    const { differences } = this.comparison;
    const before = differences.length;
    compare();
    for (const one of differences.slice(before))
      one.text = `${new Date(this.model.now).toISOString()} after "${step}": ${one.text}`;
  }

  #featureOf(description: string): string | undefined {
    return Object.keys(this.#keys).find((name) => description.startsWith(this.#keys[name] ?? ""));
  }

  #sourceOf(
    { subscriptionId, productId }: { subscriptionId: string | null; productId: string | null },
    { parts }: { parts: { source: string }[] },
  ): string {
    const sold = [...this.#sold].find(([, { id }]) => id === subscriptionId);
    if (sold) return sold[0];
    const product = this.#products.find(({ id }) => id === productId);
    if (product) return freeSource(product);
    return parts.find(({ source }) => source.startsWith("free plan"))?.source ?? "unknown";
  }

  #drivers(steps: Record<string, number>): object[] {
    return Object.entries(steps).map(([feature, count]) => ({
      feature_key: this.#keys[feature],
      steps: count,
    }));
  }

  #of(name: string): Sold {
    const sold = this.#sold.get(name);
    if (!sold) throw new Error(`The history has no subscription ${name}.`);
    return sold;
  }
}

function sum(lines: { amount: number }[]): bigint {
  return lines.reduce((total, { amount }) => total + BigInt(amount), 0n);
}
