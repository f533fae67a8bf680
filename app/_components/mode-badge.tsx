import { Badge } from "./ui/badge.tsx";

/** Whether a tenant is real or a sandbox. */
export function ModeBadge({ mode }: { mode: "LIVE" | "TEST" }) {
  return <Badge tone={mode === "LIVE" ? "positive" : "caution"}>{mode}</Badge>;
}
