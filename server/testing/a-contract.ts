import { createStripeSandbox } from "@usher/stripe-sandbox";
import { inject } from "vitest";
import { type Contract, ISSUER_SECRET, openContract } from "../providers/stripe/contract.ts";

const realKey = process.env.STRIPE_SECRET_KEY;

/** Whether the contract tests run against Stripe itself, with STRIPE_SECRET_KEY=sk_test_… in the environment. */
export const isReal = realKey?.startsWith("sk_test_") ?? false;

/** A contract with an account of its own in a sandbox of its own, or with Stripe's test mode. */
export async function aContract(): Promise<Contract & { url: string; close(): Promise<void> }> {
  if (isReal)
    return {
      ...(await openContract({ sandboxUrl: null, realKey })),
      url: "https://api.stripe.com",
      close: async () => undefined,
    };
  const { url, close } = await createStripeSandbox({
    databaseUrl: inject("databaseUrl"),
    issuerSecrets: [ISSUER_SECRET],
  });
  return { ...(await openContract({ sandboxUrl: url, realKey: undefined })), url, close };
}
