"use client";

import { useCallback } from "react";
import type { Api } from "../_lib/api.ts";
import { useAction } from "../_lib/use-loaded.ts";
import { isOutdated } from "./is-outdated.ts";

interface Quoted<Input, Quote, Output> {
  /** Asks what the action would do and cost; undefined: it is carried out without asking. */
  quote: ((api: Api, input: Input) => Promise<Quote>) | undefined;
  /** Carries it out at what was quoted. */
  act: (api: Api, input: Input, quote: Quote) => Promise<Output>;
  done?: string | ((output: Output) => string) | undefined;
  /** After a refusal what the page shows is read anew at once, and the price is asked for again: others change the same object. */
  rereads?: boolean;
  /** Another page follows: what this one shows is not asked for again. */
  leaves?: boolean;
}

/**
 * An action that says first what it would cost, and is carried out only at that: asked, shown, confirmed, or refused. A refusal that
 * makes the quote worthless takes it away, so that the next step is to ask again. `startOver` is for an input that has changed.
 */
export function useQuotedAction<Input, Quote, Output>({
  quote,
  act,
  done,
  rereads = false,
  leaves = false,
}: Quoted<Input, Quote, Output>) {
  const asked = useAction(
    async (api, input: Input) => ({ quote: (await quote?.(api, input)) as Quote }),
    // Nothing has changed that the page shows.
    { isQuiet: true, rereads, leaves: true },
  );
  const action = useAction((api, input: Input) => act(api, input, asked.data?.quote as Quote), {
    ...(done && { done }),
    isQuiet: true,
    rereads,
    leaves,
  });
  const { reset: forget } = asked;
  const { reset, isPending } = action;
  // What is being carried out still has its outcome.
  const startOver = useCallback(() => {
    forget();
    if (!isPending) reset();
  }, [forget, reset, isPending]);
  return {
    /** What was asked for last, while it holds; undefined: nothing. */
    quoted: asked.data,
    output: action.data,
    refusal: action.error ?? asked.error,
    isBusy: asked.isPending || action.isPending,
    startOver,
    /** Rejects with the server's refusal, which `refusal` holds, too. */
    ask: (input: Input) => {
      action.reset();
      return asked.mutateAsync(input);
    },
    /** The same. */
    confirm: async (input: Input) => {
      try {
        return await action.mutateAsync(input);
      } catch (error) {
        if (rereads || (error instanceof Error && isOutdated(error))) asked.reset();
        throw error;
      }
    },
  };
}
