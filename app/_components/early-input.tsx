/**
 * Records what a visitor does before the page's scripts have loaded, and repeats it once they have: a button that is pressed, a
 * choice that is made. Each counts once, however often it was pressed. Links and forms need no help: the browser, or React,
 * carries them out. Keys that an element names as its shortcut (aria-keyshortcuts) press it, early or late.
 * It is the first element of the body.
 */
export function EarlyInput({ nonce }: { nonce: string }) {
  // Browsers tell no script what a nonce is, so React would find another one than was sent.
  return <script nonce={nonce} suppressHydrationWarning>{`(${keepEarlyInput})()`}</script>;
}

/** Runs in the browser as it is written here, before anything else: it can use nothing from outside. */
function keepEarlyInput() {
  const LOOK_MS = 50;
  const GIVE_UP_MS = 60_000;
  /** The input that no handler has processed yet: its time, and the value that a list was set to. */
  const waiting = new Map<HTMLButtonElement | HTMLSelectElement, { since: number; value: string }>();
  let isTimed = false;

  function elementOf({ type, target }: Event) {
    if (!(target instanceof Element)) return null;
    if (type === "change") return target instanceof HTMLSelectElement ? target : null;
    const button = target.closest("button");
    return button?.type === "button" ? button : null;
  }

  function keep(event: Event) {
    const element = elementOf(event);
    if (!element) return;
    const { since } = waiting.get(element) ?? { since: Date.now() };
    // What was pressed last is done last.
    waiting.delete(element);
    waiting.set(element, { since, value: element.value });
    if (!isTimed) setTimeout(tryAgain, LOOK_MS);
    isTimed = true;
  }

  /** React stops at the document what it cannot answer yet. What comes as far as here, to an element it has marked, it answers. */
  function release(event: Event) {
    const element = elementOf(event);
    if (element && isMarked(element)) waiting.delete(element);
  }

  const isMarked = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactFiber$"));

  function tryAgain() {
    for (const [element, { since, value }] of [...waiting]) {
      const isTooLate = !element.isConnected || element.disabled || Date.now() - since > GIVE_UP_MS;
      if (isTooLate) waiting.delete(element);
      else if (isMarked(element)) act(element, value);
    }
    isTimed = waiting.size > 0;
    if (isTimed) setTimeout(tryAgain, LOOK_MS);
  }

  function act(element: HTMLButtonElement | HTMLSelectElement, value: string) {
    const init = { bubbles: true, cancelable: true };
    if (element instanceof HTMLSelectElement) {
      element.value = value;
      element.dispatchEvent(new Event("change", init));
    } else {
      // Tabs listen to this one.
      element.dispatchEvent(new MouseEvent("mousedown", init));
      element.click();
    }
  }

  function pressByKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, target } = event;
    const isWriting =
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (isWriting && !ctrlKey && !metaKey) return;
    const keys = `${ctrlKey ? "Control+" : ""}${metaKey ? "Meta+" : ""}${key.toUpperCase()}`;
    for (const element of document.querySelectorAll<HTMLElement>("[aria-keyshortcuts]")) {
      if (!element.getAttribute("aria-keyshortcuts")?.split(" ").includes(keys)) continue;
      event.preventDefault();
      if (!event.repeat) element.click();
    }
  }

  // Before React, which stops at the document what it cannot answer yet.
  addEventListener("keydown", pressByKey, true);
  for (const type of ["click", "change"]) {
    addEventListener(type, keep, true);
    document.documentElement.addEventListener(type, release, true);
  }
}
