import { Badge } from "../../_components/ui/badge.tsx";

interface Props {
  endpoint: { disabled_at: string | null; failing_since: string | null };
}

/** The status of an endpoint. */
export function EndpointState({ endpoint }: Props) {
  if (endpoint.disabled_at) return <Badge tone="negative">Disabled</Badge>;
  if (endpoint.failing_since) return <Badge tone="caution">Failing</Badge>;
  return <Badge tone="positive">Enabled</Badge>;
}
