"use client";

import type { Route } from "next";
import { useDashboard } from "../_lib/dashboard.tsx";
import { Link } from "./link.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

interface Props {
  /** What is not there, as the beginning of a sentence: "The customer". */
  what: string;
  /** Where others of its kind are. */
  list: { href: Route; label: string };
}

/** Says that an address names nothing of this mode, and leads to the others of its kind. */
export function Missing({ what, list: { href, label } }: Props) {
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
