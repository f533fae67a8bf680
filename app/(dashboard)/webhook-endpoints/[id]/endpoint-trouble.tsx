import { Moment } from "../../../_components/moment.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { formatCount } from "../../../_lib/format.ts";
import { FailureReason } from "../failure-reason.tsx";
import type { Endpoint } from "./endpoint.ts";

const REASONS = {
  BY_HAND: "It was disabled by hand.",
  FAILING: "Nothing succeeded for five days.",
  GONE: "It answered 410, which asks to be left alone.",
};

/** What keeps events from arriving, where anything does. */
export function EndpointTrouble({ endpoint }: { endpoint: Endpoint }) {
  const { disabled_at: disabled, disabled_reason: reason, failing_since: failing, failed } = endpoint;
  if (disabled)
    return (
      <Alert tone="negative" className="mb-4">
        Nothing is sent since <Moment iso={disabled} isExact />. {reason && REASONS[reason]}{" "}
        {waitingWords(endpoint)} and {endpoint.waiting === 1 ? "is" : "are"} kept.
      </Alert>
    );
  if (failing && endpoint.state === "FAILING")
    return (
      <Alert tone="negative" className="mb-4">
        <p className="font-medium">
          Failing since <Moment iso={failing} isExact />: {waitingWords(endpoint)}.
        </p>
        {endpoint.last_failure && (
          <p className="mt-1">
            The last try: <FailureReason reason={endpoint.last_failure.reason} />
          </p>
        )}
      </Alert>
    );
  if (failed > 0)
    return (
      <Alert tone="caution" role="note" className="mb-4">
        {failed === 1 ? "1 delivery has" : `${formatCount(failed)} deliveries have`} failed with every try and{" "}
        {failed === 1 ? "is" : "are"} not sent any more unless you try again.
      </Alert>
    );
  return null;
}

function waitingWords({ waiting }: Endpoint): string {
  if (waiting === 0) return "no delivery waits";
  return waiting === 1 ? "1 delivery waits" : `${formatCount(waiting)} deliveries wait`;
}
