import type Stripe from "stripe";

type Phase = Stripe.SubscriptionSchedule.Phase;
type Sent = Stripe.SubscriptionScheduleUpdateParams.Phase;

/**
 * How each field that is read is sent again; undefined: not at all. A field of either type that is not named here does not compile, so that
 * one which a new version of the SDK brings is not lost unseen.
 */
type Fields<Read, Sent, Context> = {
  readonly [Field in keyof Read | keyof Sent]-?: Field extends keyof Read
    ? ((value: NonNullable<Read[Field]>, context: Context) => Partial<Sent> | undefined) | "NOT_SENT"
    : "NOT_READ";
};

interface Context {
  /** The ids of the discounts that the subscription and its items have now. */
  live: ReadonlySet<string | null>;
  /** Whether the phase has begun. */
  isRunning: boolean;
}

/**
 * A phase as an update takes it, which replaces the phase: "phases" of SubscriptionScheduleUpdateParams; what is not sent is lost. A
 * discount that has ended is left out.
 */
export function repeatPhase(phase: Phase, context: Context): Sent {
  return { ...copied<Phase, Sent, Context>(phase, PHASE, context), items: itemsOf(phase, context) };
}

const PHASE: Fields<Phase, Sent, Context> = {
  // "appended to the next invoice for this phase": of one that has begun they are, and would be charged once more.
  add_invoice_items: (items, context) =>
    items.length === 0 || context.isRunning
      ? undefined
      : {
          add_invoice_items: items.map((item) =>
            copied<AddedItem, SentAddedItem, Context>(item, ADDED_ITEM, context),
          ),
        },
  application_fee_percent: (application_fee_percent) => ({ application_fee_percent }),
  automatic_tax: ({ enabled, liability }) => ({
    automatic_tax: { enabled, ...(isOfAnother(liability) && { liability: accountOf(liability) }) },
  }),
  billing_cycle_anchor: (billing_cycle_anchor) => ({ billing_cycle_anchor }),
  billing_thresholds: (thresholds) => ({ billing_thresholds: withoutNulls(thresholds) }),
  collection_method: (collection_method) => ({ collection_method }),
  currency: (currency) => ({ currency }),
  default_payment_method: (method) => ({ default_payment_method: idOf(method) }),
  default_tax_rates: (rates) => (rates.length > 0 ? { default_tax_rates: rates.map(idOf) } : undefined),
  description: (description) => ({ description }),
  discounts: (discounts, { live }) => ({ discounts: again(discounts, live) }),
  // The phase's end is read in its place.
  duration: "NOT_READ",
  end_date: (end_date) => ({ end_date }),
  invoice_settings: ({ account_tax_ids: taxIds, custom_fields, issuer, ...settings }) => ({
    invoice_settings: {
      ...withoutNulls({ ...settings, custom_fields }),
      ...(taxIds && taxIds.length > 0 && { account_tax_ids: taxIds.map(idOf) }),
      ...(isOfAnother(issuer) && { issuer: accountOf(issuer) }),
    },
  }),
  // itemsOf sends them.
  items: "NOT_SENT",
  metadata: (metadata) => (Object.keys(metadata).length > 0 ? { metadata } : undefined),
  on_behalf_of: (account) => ({ on_behalf_of: idOf(account) }),
  proration_behavior: (proration_behavior) => ({ proration_behavior }),
  start_date: (start_date) => ({ start_date }),
  transfer_data: ({ amount_percent, destination }) => ({
    transfer_data: { destination: idOf(destination), ...withoutNulls({ amount_percent }) },
  }),
  trial: (trial) => ({ trial }),
  trial_end: (trial_end) => ({ trial_end }),
};

type Item = Phase["items"][number];
type SentItem = Sent["items"][number];

function itemsOf({ items }: Phase, context: Context): SentItem[] {
  return items.map((item) => copied<Item, SentItem, Context>(item, ITEM, context));
}

const ITEM: Fields<Item, SentItem, Context> = {
  billing_thresholds: (thresholds) =>
    thresholds.usage_gte === null ? undefined : { billing_thresholds: { usage_gte: thresholds.usage_gte } },
  discounts: (discounts, { live }) =>
    discounts.length > 0 ? { discounts: again(discounts, live) } : undefined,
  metadata: (metadata) => (Object.keys(metadata).length > 0 ? { metadata } : undefined),
  // The price's older name.
  plan: "NOT_SENT",
  price: (price) => ({ price: idOf(price) }),
  // A price that was made inline is read by its id.
  price_data: "NOT_READ",
  quantity: (quantity) => ({ quantity }),
  tax_rates: (rates) => (rates.length > 0 ? { tax_rates: rates.map(idOf) } : undefined),
};

type AddedItem = Phase["add_invoice_items"][number];
type SentAddedItem = NonNullable<Sent["add_invoice_items"]>[number];

const ADDED_ITEM: Fields<AddedItem, SentAddedItem, Context> = {
  discountable: (discountable) => ({ discountable }),
  discounts: (discounts, { live }) => {
    const sent = again(discounts, live);
    return sent === "" ? undefined : { discounts: sent };
  },
  metadata: (metadata) => (Object.keys(metadata).length > 0 ? { metadata } : undefined),
  period: (period) => ({ period }),
  price: (price) => ({ price: idOf(price) }),
  price_data: "NOT_READ",
  quantity: (quantity) => ({ quantity }),
  tax_rates: (rates) => (rates.length > 0 ? { tax_rates: rates.map(idOf) } : undefined),
};

type Terms = Partial<Sent>;

/** How each field of a phase follows from the subscription that it goes on with; "NOT_TERMS": it is the phase's own. */
const TERMS: {
  readonly [Field in keyof Sent]-?:
    | ((subscription: Stripe.Subscription) => Terms | false | null)
    | "NOT_TERMS";
} = {
  add_invoice_items: "NOT_TERMS",
  application_fee_percent: ({ application_fee_percent: percent }) =>
    percent !== null && { application_fee_percent: percent },
  automatic_tax: ({ automatic_tax: { enabled, liability } }) =>
    enabled && {
      automatic_tax: { enabled, ...(isOfAnother(liability) && { liability: accountOf(liability) }) },
    },
  billing_cycle_anchor: "NOT_TERMS",
  billing_thresholds: ({ billing_thresholds: thresholds }) =>
    thresholds && { billing_thresholds: withoutNulls(thresholds) },
  // "Defaults to `charge_automatically` on creation".
  collection_method: ({ collection_method }) =>
    collection_method !== "charge_automatically" && { collection_method },
  currency: "NOT_TERMS",
  default_payment_method: ({ default_payment_method: method }) =>
    method !== null && { default_payment_method: idOf(method) },
  default_tax_rates: ({ default_tax_rates: rates }) =>
    rates !== undefined && rates !== null && rates.length > 0 && { default_tax_rates: rates.map(idOf) },
  description: ({ description }) => description !== null && { description },
  discounts: ({ discounts }) => ({ discounts: reusing(discounts) }),
  duration: "NOT_TERMS",
  end_date: "NOT_TERMS",
  invoice_settings: (subscription) => {
    const settings = invoiceSettingsOf(subscription);
    return Object.keys(settings).length > 0 && { invoice_settings: settings };
  },
  items: "NOT_TERMS",
  // The subscription keeps its own: a phase's are added to them.
  metadata: "NOT_TERMS",
  on_behalf_of: ({ on_behalf_of: account }) => account !== null && { on_behalf_of: idOf(account) },
  proration_behavior: "NOT_TERMS",
  start_date: "NOT_TERMS",
  transfer_data: ({ transfer_data: data }) =>
    data && {
      transfer_data: {
        destination: idOf(data.destination),
        ...withoutNulls({ amount_percent: data.amount_percent }),
      },
    },
  trial: "NOT_TERMS",
  trial_end: "NOT_TERMS",
};

/**
 * The subscription's terms, for a phase that keeps them. One without `discounts` inherits the customer's, one without
 * `default_payment_method` is charged to the customer's, and its tax rates and description become the subscription's (SDK,
 * SubscriptionScheduleUpdateParams.Phase). That it keeps the others by itself is not documented.
 */
export function termsOf(subscription: Stripe.Subscription): Terms {
  const parts = Object.values(TERMS).map((term) => (term === "NOT_TERMS" ? null : term(subscription)));
  return Object.assign({}, ...parts.filter((part) => part !== null && part !== false));
}

function invoiceSettingsOf({
  invoice_settings: { account_tax_ids: taxIds, custom_fields, description, footer, issuer },
  days_until_due,
}: Stripe.Subscription): NonNullable<Sent["invoice_settings"]> {
  return {
    ...withoutNulls({ custom_fields, description, footer, days_until_due }),
    ...(taxIds && taxIds.length > 0 && { account_tax_ids: taxIds.map(idOf) }),
    ...(isOfAnother(issuer) && { issuer: accountOf(issuer) }),
  };
}

/** Discounts by id, so that those that end go on ending when they would (SDK, Phase.Discount.discount); "" inherits none. */
export function reusing(discounts: (string | { id: string })[]) {
  if (discounts.length === 0) return "" as const;
  return discounts.map((one) => ({ discount: idOf(one) }));
}

/** The discounts of a phase as an update takes them; "" inherits none. */
function again(discounts: Phase["discounts"], live: ReadonlySet<string | null>) {
  const sent = discounts.flatMap(
    ({
      discount,
      promotion_code: code,
      coupon,
    }): Stripe.SubscriptionScheduleUpdateParams.Phase.Discount[] => {
      if (discount !== null) return live.has(idOf(discount)) ? [{ discount: idOf(discount) }] : [];
      if (code !== null) return [{ promotion_code: idOf(code) }];
      return coupon === null ? [] : [{ coupon: idOf(coupon) }];
    },
  );
  return sent.length === 0 ? ("" as const) : sent;
}

/** Whose tax or invoice it is. */
interface Owner {
  type: Stripe.Subscription.InvoiceSettings.Issuer.Type;
  account?: string | { id: string };
}

/** Whether it is another account than the one that sells, which is so where nothing is said. */
function isOfAnother(owner: Owner | null): owner is Owner {
  return owner !== null && owner.type !== "self";
}

function accountOf({ type, account }: Owner) {
  return { type, ...(account !== undefined && { account: idOf(account) }) };
}

function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}

type WithoutNulls<T> = { [Field in keyof T]?: NonNullable<T[Field]> };

function withoutNulls<T extends object>(values: T): WithoutNulls<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  // Its entries are those of T that are not null.
  return Object.fromEntries(entries) as WithoutNulls<T>;
}

/** What there is of an object, as its fields send it. */
function copied<Read extends object, Sent, Context>(
  from: Read,
  fields: Fields<Read, Sent, Context>,
  context: Context,
): Partial<Sent> {
  const parts = Object.entries(from).map(([name, value]) => {
    // An answer may have fields that the types do not know: those cannot be sent.
    const send: unknown = Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
    return typeof send !== "function" || value === null || value === undefined ? {} : send(value, context);
  });
  return Object.assign({}, ...parts);
}
