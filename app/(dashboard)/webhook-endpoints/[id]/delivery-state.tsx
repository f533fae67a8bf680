import { StatusBadge } from "../../../_components/status-badge.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";

interface Props {
  delivery: { status: string; last_error: string | null };
}

/** The status of a delivery: of one that waits, whether a try has failed already. */
export function DeliveryState({ delivery: { status, last_error: reason } }: Props) {
  if (status !== "PENDING") return <StatusBadge status={status} />;
  return <Badge tone="caution">{reason === null ? "Waiting" : "Will be tried again"}</Badge>;
}
