import { createStripeSandbox } from "@usher/stripe-sandbox";
import { inject } from "vitest";
import { type Contract, ISSUER_SECRET, openContract } from "../providers/stripe/contract.ts";
import { cleanUp } from "./clean-up-stripe.ts";
import { appendRecording, type Recording, startRecording } from "./stripe-recording.ts";

const realKey = process.env.STRIPE_SECRET_KEY;

/** Whether the contract tests run against Stripe itself, with STRIPE_SECRET_KEY=sk_test_… in the environment. */
export const isReal = realKey?.startsWith("sk_test_") ?? false;

/** Where `npm run test:stripe` wants what was answered. */
const file = process.env.USHER_STRIPE_RECORDING;

type Opened = Contract & { url: string; recording: Recording; close(): Promise<void> };

/**
 * A contract with an account of its own in a sandbox of its own, or with Stripe's test mode; its end takes away what was made at
 * Stripe.
 */
export async function aContract(): Promise<Opened> {
  const recording = startRecording({ isPaced: isReal });
  const keep = () => {
    if (file) appendRecording(file, recording);
  };
  if (isReal) {
    const realPublishableKey = process.env.STRIPE_PUBLISHABLE_KEY;
    const at = await openContract({ sandboxUrl: null, realKey, realPublishableKey, recording });
    const close = async () => {
      keep();
      await cleanUp(at.stripe, recording.made);
    };
    return { ...at, url: "https://api.stripe.com", recording, close };
  }
  const { url, close: end } = await createStripeSandbox({
    databaseUrl: inject("databaseUrl"),
    issuerSecrets: [ISSUER_SECRET],
  });
  const at = await openContract({ sandboxUrl: url, realKey: undefined, recording });
  const close = async () => {
    keep();
    await end();
  };
  return { ...at, url, recording, close };
}
