"use client";

import type { Route } from "next";
import dynamic from "next/dynamic";
import { errorCode, isMissing } from "../_lib/api.ts";
import { RefusalWords } from "./refusal-words.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

// Few pages name one thing, and few of those are not there.
const Missing = dynamic(() => import("./missing.tsx").then((module) => module.Missing));

interface Failure {
  /** What could not be loaded, as the beginning of a sentence: "The customer". */
  what: string;
  error: Error;
  onRetry: () => void;
  /** Where others of its kind are, for what an address names: it may be gone, or of the other mode. */
  list?: { href: Route; label: string };
}

/** Says what could not be loaded and why, and lets the reader try again, or find another where there is no such thing. */
export function LoadFailure({ what, error, onRetry, list }: Failure) {
  if (list && isMissing(error)) return <Missing what={what} list={list} />;
  const code = errorCode(error);
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <Alert tone="negative" className="w-full">
        {what} could not be loaded.{" "}
        <RefusalWords text={code ? `${error.message} (${code})` : "The server could not be reached."} />
      </Alert>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
