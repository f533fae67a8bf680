"use client";

import { useLoaded } from "../../_lib/use-loaded.ts";

/** What can still be credited and refunded of an invoice; undefined until it is known. */
export function useRoom(id: string) {
  return useLoaded("invoice room", id, (api, signal) => api.creditNotes.readRoom.query({ id }, { signal }))
    .data;
}
