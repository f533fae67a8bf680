"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { hasUnsaved, releaseAll, setAsker } from "../_lib/unsaved.ts";

const LeaveWindow = dynamic(() => import("./leave-window.tsx"), { ssr: false });

/** What browsers with the Navigation API tell of a way back or forward (html.spec.whatwg.org, the navigate event). */
interface Traversal extends Event {
  navigationType: string;
  destination: { key: string };
}

interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

/** Asks before another page replaces one that has something unsaved: by a link, the menu, or the browser's way back. */
export function LeaveGuard() {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    const ask = (leave: () => void) => setGo(() => leave);
    const onClick = (event: MouseEvent) => {
      const link = hasUnsaved() ? linkThatLeaves(event) : null;
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => link.click());
    };
    // Not in every browser, and not yet among the types of all.
    const { navigation } = window as Window & { navigation?: Navigation };
    const onNavigate = (event: Event) => {
      const { navigationType, destination } = event as Traversal;
      if (navigationType !== "traverse" || !event.cancelable || !hasUnsaved()) return;
      event.preventDefault();
      ask(() => navigation?.traverseTo(destination.key));
    };
    const forget = setAsker(ask);
    document.addEventListener("click", onClick, true);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      forget();
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, []);
  if (!go) return null;
  const close = () => setGo(null);
  return (
    <LeaveWindow
      stay={close}
      leave={() => {
        releaseAll();
        close();
        go();
      }}
    />
  );
}

/** The link that a click follows to another page in this tab. */
function linkThatLeaves(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!isPlain || !link || (link.target !== "" && link.target !== "_self") || link.hasAttribute("download"))
    return null;
  const isSamePage =
    link.origin === location.origin && link.pathname === location.pathname && link.search === location.search;
  return isSamePage ? null : link;
}
