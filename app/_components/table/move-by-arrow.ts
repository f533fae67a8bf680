import type { KeyboardEvent } from "react";

/** What opens a row: its title where that can be pressed, else the first thing in it that can. */
const openerOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>("[data-cell=title] > :is(a, button)") ??
  row.querySelector<HTMLElement>(":is(a, button):not(:disabled)");

/** Moves the focus to the row above or below, by the arrow keys; Enter opens what has it. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.defaultPrevented || hasModifier(event)) return;
  const { target } = event;
  // What is shown above the page, such as a window, has its own use for the keys.
  if (!(target instanceof Element) || !event.currentTarget.contains(target)) return;
  const rows = [...event.currentTarget.children];
  const place = rows.findIndex((row) => row.contains(target));
  const next = rows[place + step];
  if (place < 0 || !next) return;
  event.preventDefault();
  openerOf(next)?.focus();
}

/** Moves the focus from the search field to the first row. */
export function enterByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" || hasModifier(event)) return;
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== "search") return;
  const first = currentTarget.querySelector("table.cards > tbody > tr");
  if (!first) return;
  event.preventDefault();
  openerOf(first)?.focus();
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  altKey || ctrlKey || metaKey || shiftKey;
