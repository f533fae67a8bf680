import type { Answer, Ask, BillingDetails, Look, Opening, StripeFault, Tell, Texts } from "./messages.ts";

/**
 * Runs in the frame, on the sandbox's own origin: draws the card's fields, checks what is typed, and alone sends it on.
 */
export function drawFields(texts: Texts): void {
  const BRANDS: [string, RegExp, number, number[]][] = [
    ["amex", /^3[47]/, 4, [15]],
    ["diners", /^3[0689]/, 3, [14, 16]],
    ["jcb", /^35/, 3, [16]],
    ["unionpay", /^62/, 3, [16, 17, 18, 19]],
    ["discover", /^6(?:011|4[4-9]|5)/, 3, [16]],
    ["mastercard", /^(?:5[1-5]|2[2-7])/, 3, [16]],
    ["visa", /^4/, 3, [16]],
  ];
  const input = (name: string) => document.querySelector<HTMLInputElement>(`#${name}`) as HTMLInputElement;
  const [number, expiry, cvc] = [input("number"), input("expiry"), input("cvc")];
  const all = [number, expiry, cvc];
  const badge = document.querySelector("#brand") as HTMLElement;
  let port: MessagePort | undefined;
  let key = "";

  const digits = (field: HTMLInputElement) => field.value.replaceAll(/\D/g, "");
  const brandOf = (text: string) => BRANDS.find(([, pattern]) => pattern.test(text));
  const tell = (message: Tell) => port?.postMessage(message);

  function hasRightChecksum(text: string): boolean {
    let sum = 0;
    for (const [place, digit] of [...text].reverse().entries()) {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      sum += value > 9 ? value - 9 : value;
    }
    return sum % 10 === 0;
  }

  /** What is wrong with a field; null when it may be sent. */
  function faultOf(field: HTMLInputElement): StripeFault | null {
    const text = digits(field);
    const brand = brandOf(digits(number));
    const fault = (code: string, message: string) => ({ type: "validation_error", code, message });
    if (field === number) {
      const lengths = brand?.[3] ?? [16];
      if (text.length < Math.min(...lengths)) return fault("incomplete_number", texts.incompleteNumber);
      const isRight = lengths.includes(text.length) && hasRightChecksum(text);
      return isRight ? null : fault("invalid_number", texts.wrongNumber);
    }
    if (field === cvc)
      return text.length === (brand?.[2] ?? 3) ? null : fault("incomplete_cvc", texts.incompleteCvc);
    const month = Number(text.slice(0, 2));
    if (text.length !== 4 || month < 1 || month > 12)
      return fault("incomplete_expiry", texts.incompleteExpiry);
    const ends = new Date(2000 + Number(text.slice(2)), month, 1);
    return ends > new Date() ? null : fault("invalid_expiry_year_past", texts.pastExpiry);
  }

  function show(field: HTMLInputElement, fault: StripeFault | null): void {
    const note = document.querySelector(`#${field.id}-error`) as HTMLElement;
    note.textContent = fault?.message ?? "";
    field.setAttribute("aria-invalid", String(fault !== null));
    if (fault) field.setAttribute("aria-describedby", note.id);
    else field.removeAttribute("aria-describedby");
    measure();
  }

  /** Checks all fields, shows what is wrong and focuses the first such field. */
  function check(): StripeFault | null {
    const faults = all.map((field) => ({ field, fault: faultOf(field) }));
    for (const { field, fault } of faults) show(field, fault);
    const first = faults.find(({ fault }) => fault !== null);
    first?.field.focus();
    return first?.fault ?? null;
  }

  function format(): void {
    const brand = brandOf(digits(number));
    const longest = Math.max(...(brand?.[3] ?? [19]));
    const text = digits(number).slice(0, longest);
    const groups = brand?.[0] === "amex" ? /(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})/g;
    const parts = brand?.[0] === "amex" ? (groups.exec(text)?.slice(1) ?? []) : (text.match(groups) ?? []);
    number.value = parts.filter((part) => part !== undefined).join(" ");
    badge.textContent = brand?.[0] ?? "";
    const typed = digits(expiry);
    const date = (/^[2-9]$/.test(typed) ? `0${typed}` : typed).slice(0, 4);
    expiry.value = date.length > 2 ? `${date.slice(0, 2)} / ${date.slice(2)}` : date;
    cvc.value = digits(cvc).slice(0, brand?.[2] ?? 3);
  }

  function changed(): void {
    const brand = brandOf(digits(number))?.[0] ?? "unknown";
    const complete = all.every((field) => faultOf(field) === null);
    tell({ event: "change", complete, empty: all.every(({ value }) => value === ""), brand });
  }

  function measure(): void {
    tell({ event: "resize", height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
  }

  function cardFields(prefix: string, billing: BillingDetails): URLSearchParams {
    const date = digits(expiry);
    const form = new URLSearchParams({
      [`${prefix}[number]`]: digits(number),
      [`${prefix}[exp_month]`]: String(Number(date.slice(0, 2))),
      [`${prefix}[exp_year]`]: `20${date.slice(2)}`,
      [`${prefix}[cvc]`]: cvc.value,
    });
    for (const [path, value] of Object.entries(billing)) form.set(path, value);
    return form;
  }

  async function post(path: string, form: URLSearchParams): Promise<Answer> {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: form,
      });
      const body = await response.json();
      return response.ok ? { object: body } : { error: body.error };
    } catch {
      return { error: { type: "api_connection_error", message: "The payment provider cannot be reached." } };
    }
  }

  async function answer(ask: Extract<Ask, { id: number }>): Promise<Answer> {
    const fault = check();
    if (fault) return { error: fault };
    if (ask.call === "check") return { object: {} };
    if (ask.call === "create" && ask.kind === "token") return post("/v1/tokens", cardFields("card", {}));
    if (ask.call === "create") {
      const form = cardFields("card", ask.billing);
      form.set("type", "card");
      return post("/v1/payment_methods", form);
    }
    const nested = Object.entries(ask.billing).map(([path, value]) => [
      path.replace("billing_details", "payment_method_data[billing_details]"),
      value,
    ]);
    const form = cardFields("payment_method_data[card]", Object.fromEntries(nested));
    form.set("payment_method_data[type]", "card");
    form.set("client_secret", ask.clientSecret);
    form.set("use_stripe_sdk", "true");
    const id = ask.clientSecret.split("_secret_")[0] ?? "";
    return post(`/v1/${ask.kind}s/${id}/confirm`, form);
  }

  function dress({ theme, variables = {} }: Look): void {
    const { style } = document.documentElement;
    style.colorScheme = theme === "night" ? "dark" : "light";
    for (const [name, value] of Object.entries(variables)) style.setProperty(`--${name}`, value);
    measure();
  }

  async function hear({ data: ask }: MessageEvent<Ask>): Promise<void> {
    if ("id" in ask) return tell({ event: "answer", id: ask.id, answer: await answer(ask) });
    if (ask.call === "look") return dress(ask.look);
    if (ask.call === "focus") return number.focus();
    for (const field of all) {
      if (ask.call === "blur") field.blur();
      else field.value = "";
    }
    format();
    changed();
  }

  for (const [place, field] of all.entries()) {
    field.addEventListener("input", () => {
      format();
      if (field.getAttribute("aria-invalid") === "true") show(field, null);
      changed();
      // The card's fields are filled in one go: the focus moves on when a field is complete.
      if (faultOf(field) === null && document.activeElement === field) all[place + 1]?.focus();
    });
    field.addEventListener("focus", () => tell({ event: "focus" }));
    field.addEventListener("blur", () => {
      if (field.value !== "") show(field, faultOf(field));
      tell({ event: "blur" });
    });
  }
  new ResizeObserver(measure).observe(document.documentElement);
  window.addEventListener("message", ({ data, ports, source }: MessageEvent<Opening>) => {
    if (port || source !== window.parent || data?.sandbox !== "open") return;
    port = ports[0];
    key = data.key;
    if (port) port.onmessage = hear;
    dress(data.look);
    tell({ event: "ready" });
  });
}
