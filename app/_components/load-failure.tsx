"use client";

import type { Route } from "next";
import { errorCode, isMissing } from "../_lib/api.ts";
import { useDashboard } from "../_lib/dashboard.tsx";
import { Link } from "./link.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

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
        {what} could not be loaded. {code ? `${error.message} (${code})` : "The server could not be reached."}
      </Alert>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function Missing({ what, list: { href, label } }: Required<Pick<Failure, "what" | "list">>) {
  const { tenantMode } = useDashboard().tenant;
  const [here, other] = tenantMode === "LIVE" ? ["Live", "Test"] : ["Test", "Live"];
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <Alert className="w-full">
        {what.replace(/^The /, "This ")} does not exist in {here} mode. The address may be mistyped, or belong
        to {other} mode.
      </Alert>
      <Button asChild variant="secondary" size="small">
        <Link href={href}>{label}</Link>
      </Button>
    </div>
  );
}
