import type { components } from "./generated/openapi.ts";
import type { TokenSource } from "./send.ts";

export type TokenAnswer = components["schemas"]["AccessToken"];

/** Renewed so long before it ends, seconds: a token must outlast the request that it goes with. */
const RENEW_BEFORE = 60;

/** An access token with the moment from which on another is fetched. */
interface Kept {
  token: string;
  renewAt: number;
}

/** When a token that was just given should be renewed: a minute before its end, or, of short ones, half-way. Milliseconds. */
export function renewalOf(answer: TokenAnswer, now: number): number {
  return now + Math.max(answer.expires_in - RENEW_BEFORE, answer.expires_in / 2) * 1000;
}

/**
 * Keeps one token: fetched when it is first needed, once however many ask at the same time, and again before it ends or when
 * it was refused.
 */
export function keepToken(fetchToken: () => Promise<TokenAnswer>): TokenSource {
  let kept: Kept | null = null;
  let underWay: Promise<string> | null = null;

  async function fetchNext(): Promise<string> {
    const answer = await fetchToken();
    kept = { token: answer.access_token, renewAt: renewalOf(answer, Date.now()) };
    return kept.token;
  }

  function next(): Promise<string> {
    underWay ??= fetchNext().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    async get() {
      return kept && Date.now() < kept.renewAt ? kept.token : await next();
    },
    async renew(refused) {
      return kept && kept.token !== refused ? kept.token : await next();
    },
  };
}
