import type {
  Answer,
  Ask,
  BillingDetails,
  IntentKind,
  Look,
  Opening,
  StripeFault,
  Tell,
} from "./messages.ts";

/**
 * The sandbox's `stripe.js`: what `@stripe/stripe-js` and `@stripe/react-stripe-js` call of `window.Stripe`, and nothing else.
 * The card's fields stand in a frame of the sandbox's own origin, so that the page never sees a card number.
 */
export function installStripe(): void {
  type Listener = (event: unknown) => void;
  interface ElementOptions {
    appearance?: Look;
    locale?: string;
    clientSecret?: string;
  }
  type Method = string | { card?: CardElement } | undefined;
  interface Confirmation {
    elements?: Elements;
    clientSecret?: string;
    confirmParams?: {
      return_url?: string;
      payment_method?: string;
      payment_method_data?: { billing_details?: object };
    };
    redirect?: "always" | "if_required";
  }

  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new Error("stripe.js must be loaded by a script tag.");
  const { origin } = new URL(script.src);

  /** billing_details as form fields. */
  function flatten(details: object | undefined, prefix = "billing_details"): BillingDetails {
    const fields = Object.entries(details ?? {}).flatMap(([name, value]) =>
      typeof value === "object" && value !== null
        ? Object.entries(flatten(value, `${prefix}[${name}]`))
        : typeof value === "string" && value !== "" && value !== "auto"
          ? [[`${prefix}[${name}]`, value]]
          : [],
    );
    return Object.fromEntries(fields);
  }

  /** The fields in their frame, as an element of Stripe's. */
  class CardElement {
    readonly frame = document.createElement("iframe");
    readonly listeners = new Map<string, Set<Listener>>();
    readonly waiting = new Map<number, (answer: Answer) => void>();
    readonly key: string;
    readonly kind: string;
    look: Look;
    port: MessagePort | undefined;
    lastId = 0;

    constructor(key: string, kind: string, { appearance = {}, locale = "auto" }: ElementOptions) {
      this.key = key;
      this.kind = kind;
      this.look = appearance;
      const language = locale === "auto" ? navigator.language : locale;
      this.frame.src = `${origin}/elements/card?locale=${encodeURIComponent(language)}`;
      this.frame.title = "Secure payment input frame";
      this.frame.setAttribute("allowtransparency", "true");
      this.frame.style.cssText = "border:0;width:100%;height:150px;display:block";
      this.frame.addEventListener("load", () => this.open());
      this.frame.addEventListener("error", () => this.emit("loaderror", { elementType: kind, error: {} }));
    }

    open(): void {
      const { port1, port2 } = new MessageChannel();
      this.port = port1;
      port1.onmessage = ({ data }: MessageEvent<Tell>) => this.hear(data);
      const opening: Opening = { sandbox: "open", key: this.key, look: this.look };
      this.frame.contentWindow?.postMessage(opening, origin, [port2]);
    }

    hear(message: Tell): void {
      if (message.event === "answer") {
        this.waiting.get(message.id)?.(message.answer);
        this.waiting.delete(message.id);
      } else if (message.event === "resize") {
        // A hidden frame measures nothing.
        if (message.height > 0) this.frame.style.height = `${message.height}px`;
      } else if (message.event === "change") {
        const { complete, empty, brand } = message;
        const value = { type: "card", payment_method: null };
        this.emit("change", { elementType: this.kind, complete, empty, brand, collapsed: false, value });
      } else this.emit(message.event, { elementType: this.kind });
    }

    emit(event: string, detail: unknown): void {
      for (const listener of this.listeners.get(event) ?? []) listener(detail);
    }

    say(ask: Ask): void {
      this.port?.postMessage(ask);
    }

    request(ask: Omit<Extract<Ask, { call: "confirm" }>, "id">): Promise<Answer>;
    request(ask: Omit<Extract<Ask, { call: "create" }>, "id">): Promise<Answer>;
    request(ask: { call: "check" }): Promise<Answer>;
    request(ask: object): Promise<Answer> {
      this.lastId += 1;
      const id = this.lastId;
      return new Promise((resolve) => {
        this.waiting.set(id, resolve);
        // The overloads above are the asks that have an id.
        this.say({ ...ask, id } as Ask);
      });
    }

    mount(place: string | HTMLElement): void {
      const parent = typeof place === "string" ? document.querySelector(place) : place;
      if (!parent) throw new Error(`The element to mount in does not exist: ${String(place)}.`);
      parent.append(this.frame);
    }

    unmount(): void {
      this.frame.remove();
    }

    destroy(): void {
      this.unmount();
      this.listeners.clear();
    }

    update({ appearance }: ElementOptions): void {
      if (!appearance) return;
      this.look = appearance;
      this.say({ call: "look", look: appearance });
    }

    on(event: string, listener: Listener): this {
      const known = this.listeners.get(event) ?? new Set();
      this.listeners.set(event, known.add(listener));
      return this;
    }

    off(event: string, listener: Listener): this {
      this.listeners.get(event)?.delete(listener);
      return this;
    }

    once(event: string, listener: Listener): this {
      const once: Listener = (detail) => {
        this.off(event, once);
        listener(detail);
      };
      return this.on(event, once);
    }

    focus(): void {
      this.say({ call: "focus" });
    }

    blur(): void {
      this.say({ call: "blur" });
    }

    clear(): void {
      this.say({ call: "clear" });
    }
  }

  class Elements {
    readonly key: string;
    options: ElementOptions;
    element: CardElement | undefined;

    constructor(key: string, options: ElementOptions) {
      this.key = key;
      this.options = options;
    }

    create(kind: string): CardElement {
      if (kind !== "payment" && kind !== "card")
        throw new Error(`The sandbox does not have the element ${kind}.`);
      this.element = new CardElement(this.key, kind, this.options);
      return this.element;
    }

    getElement(kind: unknown): CardElement | null {
      return this.element && (typeof kind !== "string" || kind === this.element.kind) ? this.element : null;
    }

    update(options: ElementOptions): void {
      this.options = { ...this.options, ...options };
      this.element?.update(options);
    }

    async submit(): Promise<{ error?: StripeFault; selectedPaymentMethod?: string }> {
      const answer = await fieldsOf(this).request({ call: "check" });
      return "error" in answer ? { error: answer.error } : { selectedPaymentMethod: "card" };
    }

    async fetchUpdates(): Promise<object> {
      return {};
    }

    on(): this {
      return this;
    }
  }

  function fieldsOf(elements: Elements | undefined): CardElement {
    if (!elements?.element) throw new Error("There is no mounted element to take the card from.");
    return elements.element;
  }

  /** A call that carries no card. */
  async function call(key: string, method: "GET" | "POST", path: string, fields: Record<string, string>) {
    const form = new URLSearchParams(fields);
    const url = `${origin}${path}${method === "GET" ? `?${form}` : ""}`;
    const headers = { authorization: `Bearer ${key}` };
    try {
      const response = await fetch(url, { method, headers, ...(method === "POST" && { body: form }) });
      const body = await response.json();
      return (response.ok ? { object: body } : { error: body.error }) as Answer;
    } catch {
      const error = { type: "api_connection_error", message: "The payment provider cannot be reached." };
      return { error } as Answer;
    }
  }

  const pathOf = (kind: IntentKind, secret: string) => `/v1/${kind}s/${secret.split("_secret_")[0]}`;

  function retrieve(key: string, kind: IntentKind, secret: string): Promise<Answer> {
    return call(key, "GET", pathOf(kind, secret), { client_secret: secret });
  }

  /** Shows the bank's page over everything until it says that its question has been answered. */
  function challenge(url: string): Promise<void> {
    const layer = document.createElement("div");
    layer.setAttribute("role", "dialog");
    layer.setAttribute("aria-modal", "true");
    layer.setAttribute("aria-label", "3-D Secure");
    layer.style.cssText =
      "position:fixed;inset:0;z-index:2147483647;background:rgb(0 0 0 / .5);display:grid;place-items:center;padding:1rem";
    const frame = document.createElement("iframe");
    frame.src = url;
    frame.title = "3-D Secure";
    frame.style.cssText =
      "border:0;width:min(100%,28rem);height:min(100%,28rem);border-radius:12px;color-scheme:normal";
    layer.append(frame);
    document.body.append(layer);
    frame.focus();
    return new Promise((resolve) => {
      const hear = ({ origin: from, data, source }: MessageEvent) => {
        if (from !== origin || source !== frame.contentWindow || data?.sandbox !== "authenticated") return;
        window.removeEventListener("message", hear);
        layer.remove();
        resolve();
      };
      window.addEventListener("message", hear);
    });
  }

  /** Shows the bank's page when an intent requires it, and returns the result. */
  async function settle(key: string, kind: IntentKind, secret: string, answer: Answer): Promise<Answer> {
    if ("error" in answer) return answer;
    const next = answer.object.next_action as { use_stripe_sdk?: { stripe_js?: string } } | null | undefined;
    const url = next?.use_stripe_sdk?.stripe_js;
    if (answer.object.status !== "requires_action" || !url) return answer;
    await challenge(url);
    const settled = await retrieve(key, kind, secret);
    if ("error" in settled) return settled;
    const { last_setup_error: setupError, last_payment_error: paymentError } = settled.object;
    const error = (setupError ?? paymentError) as StripeFault | null;
    return error ? { error } : settled;
  }

  const named = (kind: IntentKind, answer: Answer) =>
    "error" in answer
      ? answer
      : { [kind === "setup_intent" ? "setupIntent" : "paymentIntent"]: answer.object };

  /** Confirms with the card in the fields; without fields, with the payment method that is named, or the one that the intent has. */
  function send(
    key: string,
    kind: IntentKind,
    secret: string,
    { elements, clientSecret, confirmParams = {} }: Confirmation,
  ): Promise<Answer> {
    if (elements || clientSecret === undefined) {
      const billing = flatten(confirmParams.payment_method_data?.billing_details);
      return fieldsOf(elements).request({ call: "confirm", kind, clientSecret: secret, billing });
    }
    const { payment_method: method } = confirmParams;
    return call(key, "POST", `${pathOf(kind, secret)}/confirm`, {
      client_secret: secret,
      use_stripe_sdk: "true",
      ...(method !== undefined && { payment_method: method }),
    });
  }

  async function confirm(key: string, kind: IntentKind, options: Confirmation): Promise<object> {
    const { elements, confirmParams = {}, redirect = "always" } = options;
    const secret = options.clientSecret ?? elements?.options.clientSecret ?? "";
    const answer = await settle(key, kind, secret, await send(key, kind, secret, options));
    if ("error" in answer || redirect === "if_required") return named(kind, answer);
    const back = new URL(confirmParams.return_url ?? location.href);
    back.searchParams.set(kind, String(answer.object.id));
    back.searchParams.set(`${kind}_client_secret`, secret);
    back.searchParams.set("redirect_status", String(answer.object.status));
    location.assign(back);
    return new Promise(() => undefined);
  }

  /** confirmCardSetup and confirmCardPayment: with a card element, a payment method's id, or what the intent has. */
  async function confirmCard(key: string, kind: IntentKind, secret: string, method: Method): Promise<object> {
    const element = typeof method === "object" ? method.card : undefined;
    const billing = typeof method === "object" ? flatten(Reflect.get(method, "billing_details")) : {};
    const fields = {
      client_secret: secret,
      use_stripe_sdk: "true",
      ...(typeof method === "string" && { payment_method: method }),
    };
    const answer = element
      ? await element.request({ call: "confirm", kind, clientSecret: secret, billing })
      : await call(key, "POST", `${pathOf(kind, secret)}/confirm`, fields);
    return named(kind, await settle(key, kind, secret, answer));
  }

  async function create(element: CardElement, kind: "payment_method" | "token", billing: BillingDetails) {
    const answer = await element.request({ call: "create", kind, billing });
    if ("error" in answer) return answer;
    return kind === "token" ? { token: answer.object } : { paymentMethod: answer.object };
  }

  function Stripe(key: string, { locale = "auto" }: { locale?: string } = {}) {
    if (!/^pk_test_\w+$/.test(key)) throw new Error("The sandbox takes publishable test keys alone.");
    return {
      elements: (options: ElementOptions = {}) => new Elements(key, { locale, ...options }),
      createToken: (element: CardElement) => create(element, "token", {}),
      createPaymentMethod: (options: { elements?: Elements; card?: CardElement; billing_details?: object }) =>
        create(
          options.card ?? fieldsOf(options.elements),
          "payment_method",
          flatten(options.billing_details),
        ),
      confirmSetup: (options: Confirmation) => confirm(key, "setup_intent", options),
      confirmPayment: (options: Confirmation) => confirm(key, "payment_intent", options),
      confirmCardSetup: (secret: string, { payment_method: method }: { payment_method?: Method } = {}) =>
        confirmCard(key, "setup_intent", secret, method),
      confirmCardPayment: (secret: string, { payment_method: method }: { payment_method?: Method } = {}) =>
        confirmCard(key, "payment_intent", secret, method),
      retrieveSetupIntent: async (secret: string) =>
        named("setup_intent", await retrieve(key, "setup_intent", secret)),
      retrievePaymentIntent: async (secret: string) =>
        named("payment_intent", await retrieve(key, "payment_intent", secret)),
      handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
        const kind = clientSecret.startsWith("seti_") ? "setup_intent" : "payment_intent";
        const found = await retrieve(key, kind, clientSecret);
        // "It will throw an error if the PaymentIntent or SetupIntent has a different status" (handleNextAction in @stripe/stripe-js).
        if ("object" in found && found.object.status !== "requires_action")
          throw new Error(
            `handleNextAction: the status is ${String(found.object.status)}, not requires_action.`,
          );
        return named(kind, await settle(key, kind, clientSecret, found));
      },
      _registerWrapper: () => undefined,
      registerAppInfo: () => undefined,
    };
  }

  // The release train that @stripe/stripe-js 10.2 expects of what it finds.
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: "endive" }) });
}
