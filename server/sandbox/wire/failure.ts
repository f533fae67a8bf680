/** The types of Stripe's errors: https://docs.stripe.com/api/errors. */
type FailureType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

interface Facts {
  status: number;
  type: FailureType;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  /** Further fields of the error object, such as the payment intent that failed. */
  more?: Record<string, unknown>;
}

/** A refusal in the words of Stripe's wire. */
export class Failure extends Error {
  readonly facts: Facts;

  constructor(facts: Facts) {
    super(facts.message);
    this.facts = facts;
  }

  /** The body as Stripe sends it. */
  body(): { error: Record<string, unknown> } {
    const { type, message, code, param, decline_code, more } = this.facts;
    const doc_url = code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
    const fields = { code, decline_code, doc_url, message, param, type, ...more };
    return { error: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) };
  }
}

/** There is no such object: 404, as for a path; 400 where a parameter names it. */
export function missing(what: string, id: string, param?: string): Failure {
  const named = param === undefined ? {} : { param };
  return new Failure({
    status: param === undefined || param === "id" ? 404 : 400,
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    ...named,
  });
}

/** The request breaks a rule. */
export function invalid(message: string, facts: { code?: string; param?: string } = {}): Failure {
  return new Failure({ status: 400, type: "invalid_request_error", message, ...facts });
}

/** The sandbox does not have what was asked for, and says so rather than make something up. */
export function lacking(what: string): Failure {
  return invalid(`The sandbox does not have ${what}.`);
}

/** A declined card: 402. */
export function declined(code: string, message: string, declineCode?: string): Failure {
  const reason = declineCode === undefined ? {} : { decline_code: declineCode };
  return new Failure({ status: 402, type: "card_error", code, message, ...reason });
}
