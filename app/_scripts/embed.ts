import type {
  EmbedName,
  FrameMessage,
  HostMessage,
  PaymentOutcome,
} from "../../server/http/embed-protocol.ts";
import { paymentOf } from "../_embed/payment-of.ts";

// `/embed.js`: defines `<usher-card>` and `<usher-pricing>`, each a frame of ours that grows with its content and whose messages
// become events of the element.

/**
 * The installation that the page loads this script from. A classic script reads it from its own element. A module has no such
 * element (https://html.spec.whatwg.org/multipage/dom.html#dom-document-currentscript), so it is searched by its path.
 */
function originOfScript(): string {
  const { currentScript } = document;
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  const own =
    currentScript instanceof HTMLScriptElement
      ? currentScript
      : scripts.find(({ src }) => new URL(src).pathname.endsWith("/embed.js"));
  if (!own?.src)
    throw new Error('embed.js does not know where it comes from. Load it by <script src="…/embed.js">.');
  return new URL(own.src).origin;
}

const usher = originOfScript();

abstract class Embedded extends HTMLElement {
  protected abstract readonly embed: EmbedName;
  private frame: HTMLIFrameElement | undefined;
  private readonly hear = (event: MessageEvent<FrameMessage | undefined>) => {
    const isOurs = event.origin === usher && event.source === this.frame?.contentWindow;
    if (isOurs && event.data?.usher === this.embed) this.take(event.data);
  };

  connectedCallback(): void {
    window.addEventListener("message", this.hear);
    this.load();
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.hear);
    this.frame?.remove();
    this.frame = undefined;
  }

  attributeChangedCallback(_: string, before: string | null, now: string | null): void {
    if (this.frame && before !== now) this.load();
  }

  protected query(): Record<string, string | null> {
    return { product: null };
  }

  protected load(): void {
    const appId = this.getAttribute("app-id");
    if (!appId) return;
    const url = new URL(`${usher}/embed/${this.embed}`);
    const theme = this.getAttribute("theme");
    const fields = { app: appId, origin: location.origin, lang: this.getAttribute("lang"), theme };
    for (const [name, value] of Object.entries({ ...fields, ...this.query() }))
      if (value !== null) url.searchParams.set(name, value);
    this.frame?.remove();
    const frame = document.createElement("iframe");
    frame.src = url.href;
    frame.title = this.getAttribute("label") ?? (this.embed === "card" ? "Card details" : "Plans and prices");
    frame.allow = "payment";
    const scheme = theme === "light" || theme === "dark" ? theme : "light dark";
    frame.style.cssText = `border:0;width:100%;height:0;display:block;background:transparent;color-scheme:${scheme}`;
    this.style.display ||= "block";
    this.append(frame);
    this.frame = frame;
  }

  protected say(message: HostMessage): void {
    this.frame?.contentWindow?.postMessage(message, usher);
  }

  /** Answers whether what follows by itself may follow. */
  protected take(message: FrameMessage): boolean {
    if (message.type === "resize" && this.frame) this.frame.style.height = `${message.height}px`;
    const { usher: _, type, ...detail } = message;
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
  }
}

class Card extends Embedded {
  static readonly observedAttributes = ["app-id", "client-secret", "theme", "lang", "button"];
  protected readonly embed = "card";
  private isReady = false;
  private isSubmitted = false;
  private isListening = false;
  /** Client secrets of payments whose confirmation is not over, and who waits for it. */
  private readonly payments = new Map<string, ((outcome: PaymentOutcome) => void)[]>();

  protected override query() {
    return { button: this.getAttribute("button") };
  }

  protected override take(message: FrameMessage): boolean {
    const secret = this.getAttribute("client-secret");
    if (message.type === "hello") {
      this.isListening = true;
      if (secret) this.say({ usher: "card", type: "open", client_secret: secret });
      for (const payment of this.payments.keys()) this.ask(payment);
    }
    if (message.type === "payment") {
      this.end(message.outcome, (payment) => payment === message.payment);
      return true;
    }
    if (message.type === "ready") {
      this.isReady = true;
      if (this.isSubmitted) this.submit();
    }
    return super.take(message);
  }

  protected override load(): void {
    this.isReady = false;
    this.isListening = false;
    super.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const message = "The element was taken away before the payment was confirmed.";
    this.end({ status: "failed", code: "element_removed", decline_code: null, message });
  }

  /** Confirms the card, for pages that have a button of their own (`button="none"`); as soon as its fields are there. */
  submit(): void {
    this.isSubmitted = !this.isReady;
    if (this.isReady) this.say({ usher: "card", type: "submit" });
  }

  /**
   * Lets the cardholder confirm a payment with the bank: `clientSecret` is what an operation refused with card_authentication_required
   * named. Needs no `client-secret` of the form's own. Answers with the outcome and never rejects; two calls for one payment get one
   * answer.
   */
  confirmPayment(clientSecret: string): Promise<PaymentOutcome> {
    return new Promise((resolve) => {
      const waiting = this.payments.get(clientSecret);
      this.payments.set(clientSecret, [...(waiting ?? []), resolve]);
      if (!waiting && this.isListening) this.ask(clientSecret);
    });
  }

  private ask(clientSecret: string): void {
    this.say({ usher: "card", type: "confirm_payment", client_secret: clientSecret });
  }

  private end(outcome: PaymentOutcome, isMeant: (payment: string) => boolean = () => true): void {
    for (const [secret, waiting] of this.payments) {
      if (!isMeant(paymentOf(secret))) continue;
      this.payments.delete(secret);
      for (const resolve of waiting) resolve(outcome);
    }
  }
}

class Pricing extends Embedded {
  static readonly observedAttributes = ["app-id", "product", "currency", "interval", "theme", "lang"];
  protected readonly embed = "pricing";

  protected override query() {
    const [product, currency] = [this.getAttribute("product"), this.getAttribute("currency")];
    return { product, currency, interval: this.getAttribute("interval") };
  }

  /** A page that prevents the default of `chosen` sells by itself; else the browser goes to our checkout. */
  protected override take(message: FrameMessage): boolean {
    const mayFollow = super.take(message);
    if (message.type === "chosen" && mayFollow && message.url.startsWith(`${usher}/`))
      location.assign(message.url);
    return mayFollow;
  }
}

if (!customElements.get("usher-card")) customElements.define("usher-card", Card);
if (!customElements.get("usher-pricing")) customElements.define("usher-pricing", Pricing);
