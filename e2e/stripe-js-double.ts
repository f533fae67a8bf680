import type { BrowserContext } from "@playwright/test";
import type {
  PaymentIntent,
  SetupIntent,
  Stripe,
  StripeElementsOptionsClientSecret,
  StripePaymentElementOptions,
} from "@stripe/stripe-js";

// A js.stripe.com for a browser that cannot reach it. It has what Stripe documents of its script (the types of @stripe/stripe-js,
// https://docs.stripe.com/js) and nothing else: what a page reads beyond that throws, and is written to the console. Its fields, its
// bank and its requests come from the hosts that Stripe names for a page's policy
// (https://docs.stripe.com/security/guide#content-security-policy). Secrets that begin with "seti_bank" or "pi_bank" ask the bank.

const CARD_PAGE = `<!doctype html><html lang="en"><title>Card</title><label>Card number <input autocomplete="off"></label>
<script>document.querySelector("input").addEventListener("input", ({ target }) =>
  parent.postMessage({ double: "card", complete: target.value.length === 16 }, "*"));</script></html>`;

const BANK_PAGE = `<!doctype html><html lang="en"><title>Bank</title><button>Complete authentication</button>
<script>document.querySelector("button").addEventListener("click", () => parent.postMessage({ double: "bank" }, "*"));</script></html>`;

/** Answers for Stripe's hosts in all pages of the context. */
export async function routeStripe(context: BrowserContext): Promise<void> {
  const html = (body: string) => ({ contentType: "text/html; charset=utf-8", body });
  await context.route("https://js.stripe.com/**", (route) =>
    route.request().resourceType() === "script"
      ? route.fulfill({ contentType: "text/javascript", body: `(${script.toString()})();` })
      : route.fulfill(html(CARD_PAGE)),
  );
  await context.route("https://hooks.stripe.com/**", (route) => route.fulfill(html(BANK_PAGE)));
  await context.route("https://api.stripe.com/**", (route) =>
    route.fulfill({
      headers: { "access-control-allow-origin": "*" },
      contentType: "application/json",
      body: "{}",
    }),
  );
}

type Elements = { options: StripeElementsOptionsClientSecret; isComplete: boolean };

/** What runs in the page. It stands alone: nothing around it is there. */
function script(): void {
  const ELEMENTS_OPTIONS = ["clientSecret", "appearance", "locale", "fonts", "loader", "currency"];
  const PAYMENT_OPTIONS = ["layout", "defaultValues", "fields", "terms", "wallets", "paymentMethodOrder"];
  const APPEARANCE = ["theme", "variables", "rules", "labels", "inputs", "disableAnimations"];

  /** What reads a promise, an inspector or React may ask of any object. */
  const ANYWHERE = ["then", "toJSON", "constructor", "$$typeof", "valueOf", "toString", "prototype"];

  function fail(what: string): never {
    const error = new Error(`IntegrationError: ${what}`);
    // biome-ignore lint/suspicious/noConsole: the page may catch what is thrown; a test that watches the console is told.
    console.error(error.message);
    throw error;
  }

  function strict<T extends object>(name: string, thing: T): T {
    return new Proxy(thing, {
      get(target, key, receiver) {
        const isKnown = key in target || typeof key === "symbol" || ANYWHERE.includes(key);
        return isKnown ? Reflect.get(target, key, receiver) : fail(`${name} has no ${String(key)}.`);
      },
      set: (_, key) => fail(`${name}.${String(key)} cannot be set.`),
    });
  }

  function only(name: string, given: object, known: string[]): void {
    const unknown = Object.keys(given).filter((key) => !known.includes(key));
    if (unknown.length > 0) fail(`${name} does not take ${unknown.join(", ")}.`);
  }

  function frame(src: string, title: string): HTMLIFrameElement {
    const made = document.createElement("iframe");
    made.src = src;
    made.title = title;
    made.style.cssText = "border: 0; width: 100%; height: 80px";
    return made;
  }

  function told(from: HTMLIFrameElement, handle: (data: { complete?: boolean }) => void): () => void {
    const receive = (event: MessageEvent) => {
      if (event.source === from.contentWindow) handle(event.data);
    };
    window.addEventListener("message", receive);
    return () => window.removeEventListener("message", receive);
  }

  /** Shows the bank's page over this one until its holder agrees there. */
  function askBank(): Promise<void> {
    const bank = frame("https://hooks.stripe.com/3d_secure_2/hosted", "3-D Secure");
    bank.style.cssText = "position: fixed; inset: 0; width: 100%; height: 100%; border: 0";
    document.body.append(bank);
    return new Promise((resolve) => {
      const stop = told(bank, () => {
        stop();
        bank.remove();
        resolve();
      });
    });
  }

  const idOf = (secret: string) => {
    const [id, rest] = secret.split("_secret_");
    if (!id || !rest) fail("Invalid value for clientSecret.");
    return id;
  };
  const asked = new Set<string>();
  const read = (kind: string, secret: string) =>
    fetch(`https://api.stripe.com/v1/${kind}/${idOf(secret)}?client_secret=${secret}`);

  function setupIntent(secret: string, status: SetupIntent.Status): SetupIntent {
    return {
      id: idOf(secret),
      object: "setup_intent",
      cancellation_reason: null,
      client_secret: secret,
      created: 1_800_000_000,
      description: null,
      last_setup_error: null,
      livemode: true,
      next_action: null,
      payment_method: "pm_1Double",
      payment_method_types: ["card"],
      status,
      usage: "off_session",
    };
  }

  function paymentIntent(secret: string, status: PaymentIntent.Status): PaymentIntent {
    return {
      id: idOf(secret),
      object: "payment_intent",
      amount: 2900,
      canceled_at: null,
      capture_method: "automatic",
      cancellation_reason: null,
      client_secret: secret,
      confirmation_method: "automatic",
      currency: "usd",
      created: 1_800_000_000,
      description: null,
      last_payment_error: null,
      livemode: true,
      next_action: null,
      payment_method: "pm_1Double",
      payment_method_types: ["card"],
      receipt_email: null,
      setup_future_usage: null,
      shipping: null,
      status,
    };
  }

  function paymentElement(group: Elements, options: StripePaymentElementOptions = {}) {
    only("The Payment Element", options, PAYMENT_OPTIONS);
    const handlers: [string, (event: object) => void][] = [];
    const emit = (type: string, event: object) => {
      for (const [name, handle] of handlers) if (name === type) handle({ elementType: "payment", ...event });
    };
    const fields = frame(
      "https://js.stripe.com/endive/elements-inner-payment.html",
      "Secure payment input frame",
    );
    const element = strict("The Payment Element", {
      mount(place: HTMLElement | string) {
        if (!(place instanceof HTMLElement)) return fail("mount wants an element here.");
        fields.addEventListener("load", () => emit("ready", {}));
        told(fields, ({ complete = false }) => {
          group.isComplete = complete;
          emit("change", { complete, empty: !complete, collapsed: false, value: { type: "card" } });
        });
        place.append(fields);
      },
      on(type: string, handle: (event: object) => void) {
        handlers.push([type, handle]);
        return element;
      },
      off: () => element,
      once: () => element,
      update: (change: StripePaymentElementOptions) => only("The Payment Element", change, PAYMENT_OPTIONS),
      unmount: () => fields.remove(),
      destroy: () => fields.remove(),
      collapse: () => element,
      focus: () => fields.focus(),
      blur: () => fields.blur(),
      clear: () => undefined,
    });
    return element;
  }

  function elements(options: StripeElementsOptionsClientSecret) {
    only("elements", options, ELEMENTS_OPTIONS);
    only("appearance", options.appearance ?? {}, APPEARANCE);
    idOf(options.clientSecret ?? "");
    const group: Elements = { options, isComplete: false };
    let made: object | null = null;
    const facade = strict("Elements", {
      create(type: string, given?: StripePaymentElementOptions) {
        if (type !== "payment") fail(`This double has no ${type} element.`);
        made = paymentElement(group, given);
        return made;
      },
      getElement: () => made,
      update: (change: StripeElementsOptionsClientSecret) => only("elements", change, ELEMENTS_OPTIONS),
      fetchUpdates: async () => ({}),
      submit: async () => ({ selectedPaymentMethod: "card" }),
      on: () => undefined,
    });
    groups.set(facade, group);
    return facade;
  }
  const groups = new WeakMap<object, Elements>();

  const isSetup = (secret: string) => secret.startsWith("seti_");
  const unused = (name: string) => () => fail(`This double has no ${name}.`);

  // What @stripe/stripe-js and @stripe/react-stripe-js look for, and what a card form is documented to call.
  const documented = {
    elements,
    async confirmSetup(options: {
      elements: object;
      redirect?: string;
      confirmParams: { return_url?: string };
    }) {
      only("confirmSetup", options, ["elements", "clientSecret", "redirect", "confirmParams"]);
      only("confirmParams", options.confirmParams, ["return_url", "payment_method_data", "expand"]);
      new URL(options.confirmParams.return_url ?? fail("confirmSetup wants a return_url."));
      const group = groups.get(options.elements) ?? fail("confirmSetup wants the Elements of the form.");
      if (!group.isComplete)
        return {
          error: {
            type: "validation_error",
            code: "incomplete_number",
            message: "Your card number is incomplete.",
          },
        };
      const secret = group.options.clientSecret ?? "";
      if (secret.startsWith("seti_bank")) await askBank();
      return { setupIntent: setupIntent(secret, "succeeded") };
    },
    async retrieveSetupIntent(secret: string) {
      await read("setup_intents", secret);
      return { setupIntent: setupIntent(secret, "requires_payment_method") };
    },
    async retrievePaymentIntent(secret: string) {
      await read("payment_intents", secret);
      const isOpen = secret.startsWith("pi_bank") && !asked.has(secret);
      return { paymentIntent: paymentIntent(secret, isOpen ? "requires_action" : "succeeded") };
    },
    async handleNextAction(options: { clientSecret: string }) {
      only("handleNextAction", options, ["clientSecret"]);
      const { clientSecret: secret } = options;
      await askBank();
      asked.add(secret);
      return isSetup(secret)
        ? { setupIntent: setupIntent(secret, "succeeded") }
        : { paymentIntent: paymentIntent(secret, "succeeded") };
    },
    confirmPayment: unused("confirmPayment"),
    confirmCardPayment: unused("confirmCardPayment"),
    confirmCardSetup: unused("confirmCardSetup"),
    createToken: unused("createToken"),
    createPaymentMethod: unused("createPaymentMethod"),
    registerAppInfo: () => undefined,
  } satisfies Partial<Record<keyof Stripe, unknown>>;

  const open = (key: string, options: object = {}) => {
    if (!key.startsWith("pk_live_")) fail(`Invalid API Key provided: ${key}`);
    only("Stripe", options, ["apiVersion", "betas", "locale", "stripeAccount", "developerTools"]);
    // Stripe's own libraries name themselves with it.
    return strict("Stripe", { ...documented, _registerWrapper: () => undefined });
  };
  Object.defineProperty(window, "Stripe", { value: Object.assign(open, { version: "endive" }) });
}
