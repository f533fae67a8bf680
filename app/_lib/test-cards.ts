/** Cards of Stripe's test mode that behave in one way each, by their tokens: https://docs.stripe.com/testing. */
export const TEST_CARDS = [
  { value: "tok_visa", title: "Test card that works", detail: "Visa •••• 4242" },
  { value: "tok_chargeDeclined", title: "Test card that is declined", detail: "Visa •••• 0002" },
  {
    value: "tok_threeDSecure2Required",
    title: "Test card that needs 3-D Secure",
    detail: "Visa •••• 3220. Only its holder can confirm, so the start is refused.",
  },
];
