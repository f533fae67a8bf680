"use client";

import { Alert } from "../../_components/ui/alert.tsx";
import { formatCount } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

/** How many the server sends to a list at most. */
const MOST = 1_000;

/** Says that a list leaves out the older ones. */
export function CutNotice({ list }: { list: "codes" | "tokens" }) {
  const { data: beyond } = useLoaded("invitations beyond the list", MOST, (api, signal) =>
    api.invitations.browse.query({ limit: 1, offset: MOST }, { signal }),
  );
  if (!beyond || beyond[list].length === 0) return null;
  return <Alert className="mt-3">{`Shows the newest ${formatCount(MOST)}.`}</Alert>;
}
