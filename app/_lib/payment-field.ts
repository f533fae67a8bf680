import type { FormField } from "../_components/form/field.ts";

/**
 * The field that asks how something is paid, alike in every dialog; `hints` say what each way means there. The dialogs begin with how
 * the customer pays now, and else with USUAL_PAYMENT.
 */
export function paymentField(hints: { transfer: string; card: string }): FormField {
  return {
    ...{ name: "provider", label: "Payment", kind: "select", isRequired: true },
    options: [
      { value: "PROVIDER_B", label: "By transfer", hint: hints.transfer },
      { value: "PROVIDER_A", label: "By card", hint: hints.card },
    ],
  };
}

/** By transfer: it needs no card, and nothing is charged by a click. */
export const USUAL_PAYMENT = "PROVIDER_B";
