import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { fingerprintOf } from "./cards.ts";

/** A card as Stripe shows it, of the fields that tell it from others. */
function card(more: Partial<Stripe.PaymentMethod.Card>) {
  const facts = {
    brand: "visa",
    last4: "4242",
    exp_month: 12,
    exp_year: 2034,
    country: "US",
    funding: "credit",
    fingerprint: "abc",
    wallet: null,
    ...more,
  };
  // The other fields of a card say nothing about which one it is.
  return { card: facts as Stripe.PaymentMethod.Card };
}

describe("a card is known again", () => {
  test("by Stripe's fingerprint", () => {
    expect(fingerprintOf(card({}))).toBe("abc");
    expect(fingerprintOf({})).toBeNull();
  });

  test("by all else that it does not change, where a wallet hides its fingerprint", () => {
    const hidden = card({ fingerprint: null });
    expect(fingerprintOf(hidden)).toBe(fingerprintOf(card({ fingerprint: null })));
    for (const other of [{ last4: "1881" }, { exp_year: 2035 }, { brand: "amex" }, { country: "DE" }])
      expect(fingerprintOf(card({ fingerprint: null, ...other }))).not.toBe(fingerprintOf(hidden));
  });
});
