"use client";

import { useEffect, useState } from "react";

/** How long after the last change the server is asked, in milliseconds. */
const QUIET = 300;

/** The value as it was when it had not changed for a while. */
export function useQuiet<T>(value: T): T {
  const [quiet, setQuiet] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value, which is made anew each time
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), QUIET);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}
