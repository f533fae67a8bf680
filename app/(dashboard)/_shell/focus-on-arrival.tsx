"use client";

import { useEffect } from "react";
import { takeArrival } from "../../_lib/arrival.ts";

/** Puts the focus on the page's content after a sign-in and after a change of company or mode, where nothing else has it. */
export function FocusOnArrival() {
  useEffect(() => {
    if (!takeArrival()) return;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, []);
  return null;
}
