import type { SealedSecret } from "../secrets.ts";

/** An endpoint that something is due for. */
export interface Due {
  tenantId: string;
  endpointId: string;
}

/** A delivery that was taken, with what is needed to send it. */
export interface Taken {
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
