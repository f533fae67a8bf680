import type { SealedSecret } from "../secrets.ts";

/** An endpoint with a delivery that is due. */
export interface DueEndpoint {
  tenantId: string;
  endpointId: string;
}

/** A delivery that a worker has claimed, with what it needs to send it. */
export interface ClaimedDelivery {
  event_id: string;
  attempts: number;
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
