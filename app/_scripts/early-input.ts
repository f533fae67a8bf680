import { HYDRATED } from "../_lib/hydrated.ts";

// Records what a visitor does before the page's scripts have loaded, and repeats it once they have. It is an inline script, the
// first element of the body; see app/_components/early-input.tsx.

const LOOK_MS = 50;
const GIVE_UP_MS = 60_000;

/** The input that no handler has processed yet: its time, and the value that a list was set to. */
const waiting = new Map<HTMLButtonElement | HTMLSelectElement, { since: number; value: string }>();
let isTimed = false;

const root = document.documentElement;

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

/**
 * Once React has hydrated the page, it stops at the document the events of parts that it has not hydrated yet. What comes as far as
 * here after that, it answers.
 */
function release(event: Event) {
  const element = elementOf(event);
  if (element && isHydrated()) waiting.delete(element);
}

const isHydrated = () => root.hasAttribute(HYDRATED);

function tryAgain() {
  for (const [element, { since, value }] of [...waiting]) {
    const isTooLate = !element.isConnected || element.disabled || Date.now() - since > GIVE_UP_MS;
    if (isTooLate) waiting.delete(element);
    else if (isHydrated()) act(element, value);
  }
  isTimed = waiting.size > 0;
  if (isTimed) setTimeout(tryAgain, LOOK_MS);
}

/** What React does not answer yet stays in `waiting`. */
function act(element: HTMLButtonElement | HTMLSelectElement, value: string) {
  const init = { bubbles: true, cancelable: true };
  if (element instanceof HTMLSelectElement) {
    element.value = value;
    element.dispatchEvent(new Event("change", init));
    // Where React hydrates the list because of the event, it sets it back before its handler reads it: now it is hydrated.
    if (!waiting.has(element) && element.value !== value) {
      element.value = value;
      element.dispatchEvent(new Event("change", init));
    }
    return;
  }
  // Tabs listen to this one.
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  root.addEventListener("mousedown", answered, true);
  element.dispatchEvent(new MouseEvent("mousedown", init));
  root.removeEventListener("mousedown", answered, true);
  if (isAnswered) element.click();
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
  root.addEventListener(type, release, true);
}
