import { Badge } from "../../_components/ui/badge.tsx";

interface Props {
  endpoint: { state: "ENABLED" | "FAILING" | "DISABLED" };
}

/** The status of an endpoint. */
export function EndpointState({ endpoint }: Props) {
  if (endpoint.state === "DISABLED") return <Badge tone="negative">Disabled</Badge>;
  if (endpoint.state === "FAILING") return <Badge tone="caution">Failing</Badge>;
  return <Badge tone="positive">Enabled</Badge>;
}
