import { ApiError } from "../errors/api-error.ts";
import { beforeNetworkCall } from "../platform/database/network-guard.ts";
import { providerSeconds, timed } from "../platform/metrics.ts";
import { inSpan } from "../platform/tracing.ts";
import { isImmediate } from "./bounded.ts";
import type { CardProvider } from "./port.ts";

/** Wraps a provider so that each call is timed, counted by outcome and traced, and refused within a transaction. */
export function observed(provider: CardProvider): CardProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== "function" || typeof name !== "string") return member;
      return (...given: unknown[]) => {
        if (name !== "readCallback") beforeNetworkCall(`The card provider's ${name}`);
        const call = () => Reflect.apply(member, target, given);
        if (isImmediate(name)) return call();
        return timed(
          () =>
            inSpan(
              `card provider ${name}`,
              { kind: "client", attributes: { "peer.service": "card provider" } },
              call,
            ),
          (outcome, seconds) => providerSeconds.observe({ call: name, outcome }, seconds),
          (error) => (error instanceof ApiError && error.status < 500 ? "refused" : "failed"),
        );
      };
    },
  });
}
