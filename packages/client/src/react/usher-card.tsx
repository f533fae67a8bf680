"use client";

import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef } from "react";

/** What the card form tells when the card is kept. Send `payment_method` to your back end. */
export interface UsherCardSuccess {
  payment_method: string;
  setup_intent: string;
}

/** What it tells when the card is not. The form has shown the customer a message already. */
export interface UsherCardFailure {
  code: string | null;
  decline_code: string | null;
  message: string;
}

/** How the confirmation of a payment ended. The element shows the customer the same. */
export type UsherPaymentOutcome =
  | { status: "succeeded" | "processing"; payment_intent: string }
  | { status: "failed"; code: string | null; decline_code: string | null; message: string };

export interface UsherCardHandle {
  /** Confirms the card, for pages that have a button of their own (`button="none"`); as soon as its fields are there. */
  submit(): void;
  /** Lets the cardholder confirm a payment with the bank: the client secret of card_authentication_required. Never rejects. */
  confirmPayment(clientSecret: string): Promise<UsherPaymentOutcome>;
}

export interface UsherCardProps {
  /** Where Usher is, such as https://billing.example.com. */
  baseUrl: string;
  /** The x-app-id of a BROWSER application that allows this page's origin. */
  appId: string;
  /**
   * From POST /v1/billing/cardprovider/setup-intent. Another one starts the form anew. Without one there is no form: the component then
   * serves `confirmPayment` alone.
   */
  clientSecret?: string;
  /** "en", "de", "fr", "es" or "ja"; the browser's language when left out. */
  lang?: string;
  /** The system's theme when left out. */
  theme?: "light" | "dark";
  button?: "none";
  onReady?(): void;
  onChange?(change: { complete: boolean }): void;
  onSucceeded?(card: UsherCardSuccess): void;
  onFailed?(failure: UsherCardFailure): void;
  className?: string;
  style?: CSSProperties;
  ref?: Ref<UsherCardHandle>;
}

const REMOVED: UsherPaymentOutcome = {
  status: "failed",
  code: "element_removed",
  decline_code: null,
  message: "The element was taken away before the payment was confirmed.",
};

type UsherCardElement = HTMLElement & UsherCardHandle;

/** Usher's card form: `<usher-card>` with React's manners. See docs/card-form.md. */
export function UsherCard({
  baseUrl,
  onReady,
  onChange,
  onSucceeded,
  onFailed,
  ref,
  ...props
}: UsherCardProps) {
  const element = useRef<UsherCardElement>(null);
  const listeners = useRef({ onReady, onChange, onSucceeded, onFailed });
  listeners.current = { onReady, onChange, onSucceeded, onFailed };
  useImperativeHandle(
    ref,
    // The element knows how from when its script has come.
    () => ({
      submit: () => void customElements.whenDefined("usher-card").then(() => element.current?.submit()),
      confirmPayment: async (secret) => {
        await customElements.whenDefined("usher-card");
        return element.current?.confirmPayment(secret) ?? REMOVED;
      },
    }),
    [],
  );

  useEffect(() => loadElements(baseUrl), [baseUrl]);

  useEffect(() => {
    const card = element.current;
    if (!card) return;
    const hear = (event: Event) => {
      // The element tells each of its events with just this detail; see docs/card-form.md.
      const { type, detail } = event as CustomEvent<never>;
      if (type === "ready") listeners.current.onReady?.();
      else if (type === "change") listeners.current.onChange?.(detail);
      else if (type === "succeeded") listeners.current.onSucceeded?.(detail);
      else listeners.current.onFailed?.(detail);
    };
    const types = ["ready", "change", "succeeded", "failed"];
    for (const type of types) card.addEventListener(type, hear);
    return () => {
      for (const type of types) card.removeEventListener(type, hear);
    };
  }, []);

  const { appId, clientSecret, className, ...rest } = props;
  return <usher-card ref={element} app-id={appId} client-secret={clientSecret} class={className} {...rest} />;
}

/** Loads `/embed.js` once a page. */
function loadElements(baseUrl: string): void {
  const src = `${baseUrl.replace(/\/$/, "")}/embed.js`;
  if (document.querySelector(`script[src="${src}"]`)) return;
  const script = document.createElement("script");
  script.src = src;
  document.head.append(script);
}

interface UsherCardAttributes {
  ref?: Ref<UsherCardElement>;
  "app-id": string;
  "client-secret"?: string | undefined;
  class?: string | undefined;
  style?: CSSProperties | undefined;
  lang?: string | undefined;
  theme?: string | undefined;
  button?: string | undefined;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "usher-card": UsherCardAttributes;
    }
  }
}
