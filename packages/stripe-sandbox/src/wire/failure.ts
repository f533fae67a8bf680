import { bracketed } from "./wording.ts";

/** The types of Stripe's errors: https://docs.stripe.com/api/errors. */
type FailureType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

interface Facts {
  status: number;
  type: FailureType;
  message: string;
  code?: string | undefined;
  param?: string | undefined;
  decline_code?: string | undefined;
  /** Further fields of the error object, such as the intent that failed. */
  more?: Record<string, unknown>;
  /** Headers that go with the answer. */
  headers?: Record<string, string>;
  /** Whether what the request wrote before it failed stays, as a failed attempt to charge does. */
  keepsChanges?: boolean;
}

/** A refusal in the words of Stripe's wire. */
export class Failure extends Error {
  readonly facts: Facts;

  constructor(facts: Facts) {
    super(facts.message);
    this.facts = facts;
  }

  /** The error object as Stripe sends it, without what an endpoint adds. */
  fields() {
    const { type, message, code, param, decline_code } = this.facts;
    return {
      ...(code !== undefined && { code }),
      ...(decline_code !== undefined && { decline_code }),
      // The sandbox's own code has no page of Stripe's.
      ...(code !== undefined &&
        code !== UNSUPPORTED && {
          doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
        }),
      message,
      ...(param !== undefined && { param }),
      type,
    };
  }

  /** The body as Stripe sends it. */
  body(requestId: string): { error: Record<string, unknown> } {
    const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
    return { error: { ...this.fields(), ...this.facts.more, request_log_url } };
  }

  /** The same refusal with changed facts. */
  with(change: Partial<Facts>): Failure {
    return new Failure({ ...this.facts, ...change });
  }

  /** Whether the parameters were at fault, so that nothing ran: such an answer is not kept under an idempotency key. */
  get isValidation(): boolean {
    const { status, type, code = "" } = this.facts;
    if (type === "idempotency_error" || status === 401 || status === 403 || status === 429) return true;
    if (type !== "invalid_request_error") return false;
    return (
      code === "" ||
      code === "resource_missing" ||
      code === UNSUPPORTED ||
      /^(parameter|email|url)_/.test(code)
    );
  }
}

/** How Stripe calls a kind when it is missing, and the parameter that it blames for a path, where that is not `id`. */
const NAMES: Record<string, { name: string; param?: string }> = {
  "checkout.session": { name: "checkout.session" },
  dispute: { name: "dispute", param: "dispute" },
  invoice: { name: "invoice", param: "invoice" },
  invoiceitem: { name: "invoiceitem" },
  payment_intent: { name: "payment_intent", param: "intent" },
  payment_method: { name: "PaymentMethod" },
  price: { name: "price", param: "price" },
  setup_intent: { name: "setupintent", param: "intent" },
  subscription_item: { name: "subscription_item", param: "item" },
  "test_helpers.test_clock": { name: "billing clock", param: "test_clock" },
};

/** There is no such object: 404 for the one in the path; 400 where a parameter names it. */
export function missing(kind: string, id: string, param?: string): Failure {
  const { name = kind, param: blamed = "id" } = NAMES[kind] ?? {};
  return new Failure({
    status: param === undefined ? 404 : 400,
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${name}: '${id}'`,
    param: param ?? blamed,
  });
}

/** The request breaks a rule. */
export function invalid(message: string, facts: { code?: string; param?: string } = {}): Failure {
  return new Failure({ status: 400, type: "invalid_request_error", message, ...facts });
}

/** A moment that has passed; the words: github.com/fjordllc/bootcamp/issues/5955. */
export function notInFuture(param: string): Failure {
  return invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", { param });
}

/** The code of what Stripe has and the sandbox does not; no code of Stripe's begins with `sandbox_`. */
const UNSUPPORTED = "sandbox_unsupported";

/** The sandbox does not have what was asked for, and says so rather than make something up. */
export function lacking(what: string, param?: string): Failure {
  return invalid(`The sandbox does not have ${what}.`, {
    code: UNSUPPORTED,
    ...(param !== undefined && { param }),
  });
}

/** A name or a value that a schema of the sandbox's does not have. */
export class ParameterRefusal extends Failure {
  readonly path: PropertyKey[];
  /** The value that was refused; null where the name was. */
  readonly value: string | null;

  constructor(
    message: string,
    facts: { code?: string; param: string },
    { path, value }: { path: PropertyKey[]; value: string | null },
  ) {
    super({ status: 400, type: "invalid_request_error", message, ...facts });
    this.path = path;
    this.value = value;
  }

  /** A name that is in no schema. */
  static unknown(path: PropertyKey[]): ParameterRefusal {
    const param = bracketed(path);
    const facts = { code: "parameter_unknown", param };
    return new ParameterRefusal(`Received unknown parameter: ${param}`, facts, { path, value: null });
  }

  /** The same, where Stripe is known to take the name or the value. */
  asUnsupported(): Failure {
    const param = bracketed(this.path);
    const value = this.value === "" ? "an empty value" : `the value ${this.value}`;
    return lacking(this.value === null ? `the parameter ${param}` : `${value} of ${param}`, param);
  }
}

/** A declined card: 402. */
export function declined(code: string, message: string, declineCode?: string): Failure {
  return new Failure({ status: 402, type: "card_error", code, message, decline_code: declineCode });
}

/** The key cannot act for that account: 403, which the SDK throws as StripePermissionError. */
export function accountRefused(account: string): Failure {
  const message = `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`;
  return new Failure({ status: 403, type: "invalid_request_error", code: "account_invalid", message });
}

/**
 * A restricted key without a permission: 403, which the SDK throws as StripePermissionError. The words are those of observed answers
 * (github.com/stripe/stripe-node/issues/2246, github.com/tylerjrichards/st-paywall/issues/36). The code came later than those.
 */
export function permissionRefused(key: string, account: string, permission: string): Failure {
  const message = `The provided key '${key}' does not have the required permissions for this endpoint on account '${account}'. Having the '${permission}' permission would allow this request to continue.`;
  return new Failure({
    status: 403,
    type: "invalid_request_error",
    code: "more_permissions_required",
    message,
  });
}

/** A test card in live mode: https://docs.stripe.com/testing. */
export function testCardRefused(): Failure {
  const message = "Your card was declined. Your request was in live mode, but used a known test card.";
  return declined("card_declined", message, "live_mode_test_card");
}
