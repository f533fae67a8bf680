import { logCounted } from "../../../platform/log-counted.ts";
import { webhookSeconds } from "../../../platform/metrics.ts";
import { post, type Resolve } from "../../../platform/outbound-http.ts";
import type { Services } from "../../../platform/scope.ts";
import { inSpan } from "../../../platform/tracing.ts";
import { viewEvent } from "../../events/view-event.ts";
import { mayBePrivate } from "../addresses.ts";
import { openSecret } from "../secrets.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { type Attempt, classifyOutcome, UNSIGNED } from "./outcome.ts";
import { signedHeaders } from "./sign.ts";

/**
 * Sends a claimed delivery, and returns what came of it, for recordAttempts. Never throws. A complete 2xx response is a success.
 * Anything else is retried for some three days, also a delivery that cannot be signed.
 * A crash between the response and our record of it sends the event again under the same webhook-id: delivery is at least once.
 */
export async function sendDelivery(
  services: Services,
  claimed: ClaimedDelivery,
  resolve?: Resolve,
): Promise<Attempt> {
  const { clock, log } = services;
  const body = JSON.stringify(viewEvent(eventOf(claimed)));
  const startedAt = clock.now();
  const secrets = openSecrets(services, claimed);
  if (secrets.length === 0) return { claimed, headers: {}, startedAt, durationMs: 0, result: UNSIGNED };
  const headers = {
    "content-type": "application/json",
    "user-agent": "Usher-Webhooks/1.0",
    ...signedHeaders({ id: claimed.event_id, body }, secrets, startedAt),
  };
  const isPrivate = mayBePrivate(services, claimed.mode);
  const before = performance.now();
  const outcome = await inSpan(
    "webhook",
    { kind: "client", attributes: { "usher.event": claimed.event_id } },
    () => post({ url: claimed.url, headers, body, mayBePrivate: isPrivate }, resolve),
  );
  const durationMs = Math.round(performance.now() - before);
  const result = classifyOutcome(outcome);
  webhookSeconds.observe({ outcome: result.succeeded ? "delivered" : "failed" }, durationMs / 1000);
  if (!result.succeeded)
    logCounted(
      log,
      "warn",
      { ...idsOf(claimed), attempt: claimed.attempts, reason: result.error },
      "webhook was not accepted",
    );
  return { claimed, headers, startedAt, durationMs, result };
}

const idsOf = ({ tenant_id, endpoint_id, event_id }: ClaimedDelivery) => ({
  tenant_id,
  endpoint_id,
  event_id,
});

/** The endpoint's secrets that we can decrypt: one is enough to sign with. The others are logged. */
function openSecrets({ vault, log }: Services, claimed: ClaimedDelivery): string[] {
  return (claimed.secrets ?? []).flatMap((secret) => {
    try {
      return [openSecret(vault, secret)];
    } catch (error) {
      const seen = { ...idsOf(claimed), secret_id: secret.id, err: error };
      logCounted(log, "error", seen, "a webhook's secret cannot be opened");
      return [];
    }
  });
}

function eventOf(claimed: ClaimedDelivery) {
  const { event_id: id, type, sequence } = claimed;
  const object = { objectType: claimed.object_type, objectId: claimed.object_id };
  // As text until here: a client that parses JSON for us could drop a key that is called __proto__.
  return { id, type, ...object, sequence, data: JSON.parse(claimed.data), createdAt: claimed.created_at };
}
