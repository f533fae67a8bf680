"use client";

import { useEffect, useState } from "react";
import { Moment } from "../../../../_components/moment.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { Alert } from "../../../../_components/ui/alert.tsx";
import { useLoaded } from "../../../../_lib/use-loaded.ts";

const LOOK_AGAIN_MS = 2_000;

interface Props {
  customer: { id: string; erased_at: string | null };
  /** Called after the person is erased. */
  onErased: () => void;
}

/** How far the erasure of a customer is; nothing where nobody asked for one. */
export function ErasureNotice({ customer, onErased }: Props) {
  const { id } = customer;
  const [isUnderWay, setUnderWay] = useState(false);
  const { data } = useLoaded(
    "erasures",
    id,
    async (api, signal) => {
      const { data: erasures } = await api.privacy.listErasures.query({ limit: 200 }, { signal });
      return erasures.find(({ customer_ids }) => customer_ids.includes(id)) ?? null;
    },
    { refetchInterval: isUnderWay && LOOK_AGAIN_MS },
  );
  const status = data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the erasure ends, not at every render
  useEffect(() => {
    setUnderWay(status === "PENDING" || status === "RUNNING");
    if (status === "DONE" && !customer.erased_at) onErased();
  }, [status]);
  if (!data) return null;
  return (
    <Alert className="mb-5" role="status">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        Erasure of the personal data <StatusBadge status={data.status} />
        <span>
          asked for <Moment iso={data.created_at} isExact />
        </span>
      </p>
      {data.last_error && <p className="mt-1">Last try: {data.last_error}</p>}
    </Alert>
  );
}
