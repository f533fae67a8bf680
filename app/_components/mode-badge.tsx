import { Badge } from "./ui/badge.tsx";

/** Whether a tenant is LIVE or TEST. */
export function ModeBadge({ mode }: { mode: "LIVE" | "TEST" }) {
  return <Badge tone={mode === "LIVE" ? "positive" : "caution"}>{mode}</Badge>;
}
