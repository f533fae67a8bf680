// The interface's tables as data: what the OpenAPI document is held against, field by field.

type Type =
  | "string"
  | "date-time"
  | "number"
  | "integer"
  | "boolean"
  | "object"
  | `ref:${string}`
  | `array:${string}`
  | `const:${string}`;

export interface Field {
  type: Type;
  isNullable?: boolean;
  values?: string[];
}

export type Fields = Record<string, Field>;

const text: Field = { type: "string" };
const nullableText: Field = { type: "string", isNullable: true };
const number: Field = { type: "number" };
const nullableNumber: Field = { type: "number", isNullable: true };
const flag: Field = { type: "boolean" };
const moment: Field = { type: "date-time" };
const nullableMoment: Field = { type: "date-time", isNullable: true };
const SUBSCRIPTION_STATES = ["ACTIVE", "TRIALING", "PAST_DUE", "CANCELED", "UNPAID", "PAUSED"];
const WAITLIST_STATES = ["PENDING", "INVITED", "REGISTERED", "REJECTED"];
const BINDINGS = ["CUSTOMER", "DIMENSION"];

const planSummary: Fields = { id: text, slug: text, name: text };

/** 2.8. */
const usageRecord: Fields = {
  id: text,
  tenant_id: text,
  feature_id: text,
  feature_key: text,
  feature_name: text,
  value: number,
  period_start: moment,
  period_end: moment,
  status: text,
  created_at: moment,
  updated_at: moment,
  subscription_id: nullableText,
  customer_id: text,
};

/** Part 2: resources by their name in the document. */
export const RESOURCES: Record<string, Fields> = {
  Subscription: {
    id: text,
    tenant_id: text,
    customer: { type: "ref:CustomerSummary" },
    plan_price_id: text,
    pack_id: nullableText,
    pending_plan_price_id: nullableText,
    pending_pack_id: nullableText,
    provider: { type: "string", values: ["PROVIDER_A", "PROVIDER_B"] },
    provider_subscription_id: nullableText,
    provider_customer_id: nullableText,
    status: { type: "string", values: SUBSCRIPTION_STATES },
    current_period_start: nullableMoment,
    current_period_end: nullableMoment,
    trial_start: nullableMoment,
    trial_end: nullableMoment,
    canceled_at: nullableMoment,
    ended_at: nullableMoment,
    created_at: moment,
    updated_at: moment,
    plan: { type: "ref:PlanSummary" },
    plan_price: { type: "ref:PriceSummary" },
    product: { type: "ref:PlanSummary" },
    pack: { type: "ref:PackSummary", isNullable: true },
    entitlements: { type: "array:EntitlementSummary" },
  },
  CustomerSummary: { id: text, external_id: text, email: nullableText, name: nullableText },
  PlanSummary: planSummary,
  PriceSummary: {
    id: text,
    amount: number,
    currency: text,
    interval: text,
    price_label_name: text,
    price_label_slug: text,
  },
  PackSummary: {
    id: text,
    version: number,
    status: { type: "string", values: ["DRAFT", "ACTIVE", "ARCHIVED"] },
  },
  EntitlementSummary: {
    feature_id: text,
    feature_key: text,
    feature_name: text,
    feature_type: text,
    feature_unit_label: nullableText,
    limit: nullableNumber,
    value: nullableText,
    overage: { type: "string", values: ["BLOCK", "ALLOW", "BILL"] },
    limit_binding: { type: "string", values: BINDINGS },
    cap_binding: { type: "string", values: BINDINGS },
    max_dimensions: nullableNumber,
    overage_ceiling: nullableText,
    overage_cap_amount: nullableNumber,
    billed_amount: nullableNumber,
    currency: nullableText,
    cap_reached: flag,
  },
  // Part 2.7 leaves open what may be null; the domain decides.
  EntitlementCheck: {
    allowed: flag,
    feature_key: text,
    feature_type: text,
    has_override: flag,
    configured: flag,
    enabled: flag,
    limit: nullableNumber,
    used: number,
    remaining: nullableNumber,
    overage_behavior: text,
    access_limit: nullableNumber,
    billed_amount: nullableNumber,
    currency: nullableText,
    cap_reached: flag,
    value: { type: "object", isNullable: true },
    subscription_status: { type: "object", isNullable: true },
  },
  UsageRecord: usageRecord,
  WaitlistEntry: {
    id: text,
    tenant_id: text,
    email: text,
    name: nullableText,
    status: { type: "string", values: WAITLIST_STATES },
    created_at: moment,
    invited_at: nullableMoment,
    invited_by: nullableText,
    metadata: { type: "object" },
  },
  InvitationToken: {
    id: text,
    tenant_id: text,
    email: text,
    token: text,
    expires_at: moment,
    used_at: nullableMoment,
    created_by: text,
    created_at: moment,
    type: { type: "const:token" },
    isUsed: flag,
    isExpired: flag,
  },
  InvitationCode: {
    id: text,
    tenant_id: text,
    code: text,
    expires_at: nullableMoment,
    max_uses: number,
    used_count: number,
    used_by: { type: "array:string" },
    created_by: text,
    created_at: moment,
    type: { type: "const:code" },
    isUsed: flag,
    isExpired: flag,
    metadata: { type: "object" },
  },
};

export interface Operation {
  section: string;
  method: "get" | "post";
  path: string;
  status: 200 | 201;
  security: "app" | "app+jwt" | "app|jwt";
  /** Body fields; true = required. */
  body?: Record<string, boolean>;
  /** Optional body fields that are ours, beside the interface's. */
  ours?: string[];
  query?: string[];
  /** A resource, an array of one, or the answer's own fields. */
  answer: `ref:${string}` | `array:${string}` | Fields;
}

/** Part 4 with the security of part 5. */
export const OPERATIONS: Operation[] = [
  {
    section: "4.1",
    method: "post",
    path: "/v1/billing/cardprovider/subscriptions/headless",
    status: 201,
    security: "app|jwt",
    body: {
      customer: true,
      plan_price_id: true,
      cardprovider_payment_method_id: false,
      cardprovider_test_card_token: false,
      email: false,
    },
    ours: ["promotion_code"],
    answer: "ref:Subscription",
  },
  {
    section: "4.2",
    method: "post",
    path: "/v1/auth/password/confirm",
    status: 200,
    security: "app",
    body: { token: true, password: true },
    answer: { success: flag, message: text },
  },
  {
    section: "4.3",
    method: "post",
    path: "/v1/billing/cardprovider/setup-intent",
    status: 201,
    security: "app+jwt",
    body: { customer: true, email: false },
    ours: ["currency"],
    answer: { client_secret: text, customer_id: text },
  },
  {
    section: "4.4",
    method: "post",
    path: "/v1/billing/subscriptions/{id}/change-plan",
    status: 200,
    security: "app+jwt",
    body: { plan_price_id: true },
    answer: "ref:Subscription",
    ours: ["drivers", "effective", "promotion_code", "quote_id"],
  },
  {
    section: "4.5",
    method: "post",
    path: "/v1/billing/checkout",
    status: 201,
    security: "app+jwt",
    body: { plan_price_id: true, drivers: false, customer: true, email: false },
    ours: ["return_url"],
    answer: { url: text },
  },
  {
    section: "4.6",
    method: "post",
    path: "/v1/waitlist",
    status: 201,
    security: "app",
    body: { email: true, name: false, metadata: false },
    ours: ["referral_code"],
    answer: { success: flag },
  },
  {
    section: "4.7",
    method: "post",
    path: "/v1/billing/usage/set",
    status: 200,
    security: "app+jwt",
    body: {
      customer: true,
      feature_key: true,
      value: true,
      dimension: false,
      reason: false,
      occurred_at: false,
    },
    ours: ["subscription_id", "expected"],
    answer: { ...usageRecord, parts: { type: "array:UsageRecord" } },
  },
  {
    section: "4.8",
    method: "post",
    path: "/v1/invitations/code",
    status: 201,
    security: "app",
    body: { expiresAt: false, maxUses: false },
    ours: ["planPriceId", "trialDays", "packId", "metadata"],
    answer: { code: text, expiresAt: nullableMoment, maxUses: number },
  },
  {
    section: "4.9",
    method: "get",
    path: "/v1/waitlist",
    status: 200,
    security: "app",
    query: ["status", "limit", "offset", "tenant_id"],
    answer: { entries: { type: "array:WaitlistEntry" }, pagination: { type: "object" } },
  },
  {
    section: "4.10",
    method: "get",
    path: "/v1/billing/subscriptions/{id}",
    status: 200,
    security: "app+jwt",
    answer: "ref:Subscription",
  },
  {
    section: "4.11",
    method: "get",
    path: "/v1/billing/entitlements/{feature_key}",
    status: 200,
    security: "app+jwt",
    answer: "ref:EntitlementCheck",
  },
  {
    section: "4.12",
    method: "get",
    path: "/v1/invitations",
    status: 200,
    security: "app",
    answer: { tokens: { type: "array:InvitationToken" }, codes: { type: "array:InvitationCode" } },
  },
  {
    section: "4.13",
    method: "get",
    path: "/v1/billing/usage",
    status: 200,
    security: "app+jwt",
    answer: "array:UsageRecord",
  },
];
