import type Stripe from "stripe";
import { z } from "zod";
import {
  closeDispute,
  escalate,
  isClosed,
  isInquiry,
  needsResponse,
  saveDispute,
  touchCharge,
} from "../billing/disputes.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { Flag, Metadata, pagingByDate, parametersOf, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

const PATH = "/v1/disputes";

/** SDK, Disputes.d.ts, DisputeUpdateParams.Evidence: each text has at most 20,000 characters, all together 150,000. */
const MOST_TOGETHER = 150_000;
const Statement = z.string().max(20_000).optional();

/** The texts; files, which have ids, are not there. */
const Evidence = z.strictObject({
  access_activity_log: Statement,
  billing_address: Statement,
  cancellation_policy_disclosure: Statement,
  cancellation_rebuttal: Statement,
  customer_email_address: Statement,
  customer_name: Statement,
  customer_purchase_ip: Statement,
  duplicate_charge_explanation: Statement,
  duplicate_charge_id: Statement,
  product_description: Statement,
  refund_policy_disclosure: Statement,
  refund_refusal_explanation: Statement,
  service_date: Statement,
  shipping_address: Statement,
  shipping_carrier: Statement,
  shipping_date: Statement,
  shipping_tracking_number: Statement,
  uncategorized_text: Statement,
});

/** What decides a dispute in test mode, at once: https://docs.stripe.com/testing#evidence. */
const DECISIONS = new Map<string, (store: Store, dispute: Stripe.Dispute) => Promise<Stripe.Dispute>>([
  ["winning_evidence", (store, dispute) => closeDispute(store, dispute, "won")],
  ["losing_evidence", (store, dispute) => closeDispute(store, dispute, "lost")],
  [
    "escalate_inquiry_evidence",
    async (store, dispute) => (isInquiry(dispute) ? escalate(store, dispute) : dispute),
  ],
]);

function load(call: Call): Promise<Stripe.Dispute> {
  return call.store.get<Stripe.Dispute>("dispute", idOf(call));
}

/** Evidence is kept until it is submitted, which happens once, at once unless `submit` is false. */
async function update(call: Call): Promise<Stripe.Dispute> {
  const shape = parametersOf<Stripe.DisputeUpdateParams>()({
    evidence: Evidence.optional(),
    metadata: Metadata.optional(),
    submit: Flag.optional(),
  });
  const { evidence: sent, metadata, submit } = read(shape, call.params);
  const before = await load(call);
  const noted = { ...before, metadata: mergeMetadata(before.metadata, metadata) };
  if (!sent && submit === undefined) return saveDispute(call.store, before, noted);
  if (isClosed(before)) throw alreadyClosed();
  if (!needsResponse(before))
    throw invalid(
      `Dispute ${before.id} is ${before.status}. Evidence can only be submitted while it needs a response.`,
    );
  const evidence = withEvidence(before.evidence, sent ?? {});
  const has_evidence = Object.values(evidence).some((value) => typeof value === "string");
  const details = { ...before.evidence_details, has_evidence };
  const staged: Stripe.Dispute = { ...noted, evidence, evidence_details: details };
  if (submit === false) return saveDispute(call.store, before, staged);
  if (!has_evidence) throw invalid("There is no evidence to submit.", { param: "evidence" });
  return submitEvidence(call.store, before, staged);
}

/** The bank looks at the evidence; in test mode some words make it decide. */
async function submitEvidence(
  store: Store,
  before: Stripe.Dispute,
  staged: Stripe.Dispute,
): Promise<Stripe.Dispute> {
  const { due_by: due, submission_count: count } = staged.evidence_details;
  const submitted = await saveDispute(store, before, {
    ...staged,
    evidence_details: {
      ...staged.evidence_details,
      past_due: due !== null && due < store.now,
      submission_count: count + 1,
      submission_method: "manual",
    },
    status: isInquiry(before) ? "warning_under_review" : "under_review",
  });
  await touchCharge(store, submitted);
  const decide = DECISIONS.get(staged.evidence.uncategorized_text ?? "");
  return decide ? decide(store, submitted) : submitted;
}

function alreadyClosed() {
  return invalid("This dispute is already closed");
}

function withEvidence(
  before: Stripe.Dispute.Evidence,
  sent: z.output<typeof Evidence>,
): Stripe.Dispute.Evidence {
  const texts = Object.entries(sent).flatMap(([name, text]): [string, string | null][] =>
    text === undefined ? [] : [[name, text || null]],
  );
  const evidence: Stripe.Dispute.Evidence = Object.assign({ ...before }, Object.fromEntries(texts));
  const length = Object.values(evidence).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );
  if (length > MOST_TOGETHER)
    throw invalid(`All evidence together may have at most ${MOST_TOGETHER} characters.`, {
      param: "evidence",
    });
  return evidence;
}

/** Accepts a dispute as lost: "The status of the dispute will change from needs_response to lost" (SDK, Disputes.d.ts, close). */
async function close(call: Call): Promise<Stripe.Dispute> {
  read({}, call.params);
  const dispute = await load(call);
  if (isClosed(dispute)) throw alreadyClosed();
  if (dispute.status !== "needs_response")
    throw invalid(
      `Dispute ${dispute.id} is ${dispute.status}. Only disputes that need a response can be closed.`,
    );
  const closed = await closeDispute(call.store, dispute, "lost");
  await touchCharge(call.store, closed);
  return closed;
}

async function retrieve(call: Call): Promise<Stripe.Dispute> {
  read({}, call.params);
  return load(call);
}

function list({ store, params }: Call) {
  const shape = parametersOf<Stripe.DisputeListParams>()({
    ...pagingByDate,
    charge: Text.optional(),
    payment_intent: Text.optional(),
  });
  const { charge, payment_intent, ...page } = read(shape, params);
  const where = {
    ...(charge !== undefined && { charge }),
    ...(payment_intent !== undefined && { payment_intent }),
  };
  return store.list<Stripe.Dispute>("dispute", PATH, { ...page, where });
}

const WARNINGS = "/v1/radar/early_fraud_warnings";

async function retrieveWarning(call: Call): Promise<Stripe.Radar.EarlyFraudWarning> {
  read({}, call.params);
  return call.store.get<Stripe.Radar.EarlyFraudWarning>("radar.early_fraud_warning", idOf(call));
}

function listWarnings({ store, params }: Call) {
  const shape = parametersOf<Stripe.Radar.EarlyFraudWarningListParams>()({
    ...pagingByDate,
    charge: Text.optional(),
    payment_intent: Text.optional(),
  });
  const { charge, payment_intent, ...page } = read(shape, params);
  const where = {
    ...(charge !== undefined && { charge }),
    ...(payment_intent !== undefined && { payment_intent }),
  };
  return store.list<Stripe.Radar.EarlyFraudWarning>("radar.early_fraud_warning", WARNINGS, {
    ...page,
    where,
  });
}

export const disputeRoutes: Route[] = [
  { method: "GET", path: PATH, handle: list },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "POST", path: `${PATH}/:id/close`, handle: close },
  { method: "GET", path: WARNINGS, handle: listWarnings },
  { method: "GET", path: `${WARNINGS}/:id`, handle: retrieveWarning },
];
