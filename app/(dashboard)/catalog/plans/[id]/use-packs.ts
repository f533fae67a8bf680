"use client";

import { useLoaded } from "../../../../_lib/use-loaded.ts";

/** The versions of a plan's pack. */
export const usePacks = (planId: string) =>
  useLoaded("packs", planId, (api, signal) =>
    api.packs.list.query({ plan_id: planId, limit: 100 }, { signal }),
  );
