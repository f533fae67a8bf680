"use client";

import type { Api } from "../../_lib/api.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

/** What can still be credited and refunded of an invoice, and what it is lessened by. */
export type Room = Awaited<ReturnType<Api["creditNotes"]["readRoom"]["query"]>>;

/** Loads the room of an invoice. */
export const useRoom = (id: string) =>
  useLoaded("invoice room", id, (api, signal) => api.creditNotes.readRoom.query({ id }, { signal }));
