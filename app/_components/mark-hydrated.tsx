"use client";

import { useLayoutEffect } from "react";
import { HYDRATED } from "../_lib/hydrated.ts";

/**
 * Says on the html element that React has hydrated the page. Layout effects run within React's commit, so that no event comes
 * between hydration and the mark.
 */
export function MarkHydrated() {
  useLayoutEffect(() => document.documentElement.setAttribute(HYDRATED, ""), []);
  return null;
}
