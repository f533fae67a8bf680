"use client";

import { useEffect, useState } from "react";

// What is on the page and not saved: each changed form, each secret that is shown once. The browser asks before it leaves
// such a page; LeaveGuard asks before the dashboard goes to another page.
const holders = new Set<symbol>();
let asker: ((leave: () => void) => void) | null = null;

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

function hold(holder: symbol): void {
  if (holders.size === 0) window.addEventListener("beforeunload", askBrowser);
  holders.add(holder);
}

function release(holder: symbol): void {
  holders.delete(holder);
  if (holders.size === 0) window.removeEventListener("beforeunload", askBrowser);
}

export const hasUnsaved = (): boolean => holders.size > 0;

/** Leaves without a question from now on: the person has decided, or the session has ended. */
export function releaseAll(): void {
  for (const holder of holders) release(holder);
}

/** While true, leaving the page asks first. Returns what ends this at once, for what goes to another page itself. */
export function useUnsaved(isUnsaved: boolean): () => void {
  const [holder] = useState(() => Symbol("unsaved"));
  useEffect(() => {
    if (!isUnsaved) return;
    hold(holder);
    return () => release(holder);
  }, [isUnsaved, holder]);
  return () => release(holder);
}

/** Goes to another page of the dashboard, after a question while something is unsaved. */
export function leave(go: () => void): void {
  if (hasUnsaved() && asker) asker(go);
  else go();
}

/** Registers what asks; returns how to take it back. */
export function setAsker(ask: (leave: () => void) => void): () => void {
  asker = ask;
  return () => {
    asker = null;
  };
}
