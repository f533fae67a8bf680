import type { EndpointRecord } from "../rules.ts";
import type { SealedSecret } from "../secrets.ts";

export interface EndpointKey {
  tenantId: string;
  endpointId: string;
}

/** An endpoint with a delivery that is due. */
export interface DueEndpoint extends EndpointKey {
  record: EndpointRecord;
  /** Since when its oldest has been due. */
  dueSince: Date;
}

/** A delivery that a worker has claimed, with what it needs to send it. */
export interface ClaimedDelivery {
  tenant_id: string;
  endpoint_id: string;
  event_id: string;
  attempts: number;
  /** The end of the worker's lease. */
  lease_until: Date;
  type: string;
  object_type: string;
  object_id: string;
  sequence: number;
  data: string;
  created_at: Date;
  url: string;
  mode: "LIVE" | "TEST";
  /** null: it has none. */
  secrets: SealedSecret[] | null;
}
