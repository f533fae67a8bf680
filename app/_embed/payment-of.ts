/** The payment intent that a client secret is of: the secret is its id, "_secret_" and more (PaymentIntent.client_secret in the SDK). */
export const paymentOf = (clientSecret: string): string => clientSecret.split("_secret_")[0] ?? "";
