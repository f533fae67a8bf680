import type { SetupIntent, Stripe } from "@stripe/stripe-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSetup } from "./card-setup.ts";

// The states of a setup intent: https://docs.stripe.com/payments/setupintents/lifecycle. Neither Stripe's test cards nor the sandbox
// have one that stays `processing`, so that this is a Stripe.js which answers what each case says.

type Answer = Pick<SetupIntent, "status"> & Partial<SetupIntent>;

/** Answers one after the other; `asked` are the functions that were called. */
function aStripe(...answers: Answer[]) {
  const asked: string[] = [];
  const answer = (name: string) => async () => {
    asked.push(name);
    const [next, ...others] = answers;
    if (others.length > 0) answers = others;
    return { setupIntent: { id: "seti_1", payment_method: "pm_1", last_setup_error: null, ...next } };
  };
  const stripe = {
    retrieveSetupIntent: answer("retrieveSetupIntent"),
    handleNextAction: answer("handleNextAction"),
  };
  // What the form calls of Stripe.js here, and no more.
  return { asked, stripe: stripe as unknown as Stripe };
}

const SAVED = { status: "succeeded", paymentMethod: "pm_1", setupIntent: "seti_1" };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function read(stripe: Stripe) {
  const reading = readSetup(stripe, "seti_1_secret_1");
  await vi.runAllTimersAsync();
  return reading;
}

describe("a setup intent", () => {
  it("that is processing is read again until it is over", async () => {
    const { stripe, asked } = aStripe(
      { status: "processing" },
      { status: "processing" },
      { status: "succeeded" },
    );
    expect(await read(stripe)).toEqual(SAVED);
    expect(asked).toEqual(Array(3).fill("retrieveSetupIntent"));
  });

  it("that goes on processing has failed with that word", async () => {
    const { stripe, asked } = aStripe({ status: "processing" });
    expect(await read(stripe)).toMatchObject({ status: "failed", code: "processing" });
    expect(asked).toHaveLength(11);
  });

  it("that the bank asks about shows the bank's window", async () => {
    const { stripe, asked } = aStripe({ status: "requires_action" }, { status: "succeeded" });
    expect(await read(stripe)).toEqual(SAVED);
    expect(asked).toEqual(["retrieveSetupIntent", "handleNextAction"]);
  });

  it.each(["requires_payment_method", "requires_confirmation"] as const)(
    "that is %s waits for the card, and one that was refused says so",
    async (status) => {
      expect(await read(aStripe({ status }).stripe)).toEqual({ status: "open" });
      const last_setup_error = { type: "card_error", code: "card_declined", message: "No." } as const;
      expect(await read(aStripe({ status, last_setup_error }).stripe)).toMatchObject({
        status: "failed",
        code: "card_declined",
        message: "No.",
      });
    },
  );

  it("that was canceled has failed with that word", async () => {
    expect(await read(aStripe({ status: "canceled" }).stripe)).toMatchObject({
      status: "failed",
      code: "canceled",
    });
  });
});
