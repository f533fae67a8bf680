"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { EVENT_TYPES } from "../../../../server/domain/events/types.ts";
import { type Fact, FactStrip } from "../../../_components/fact-strip.tsx";
import { takes } from "../../../_components/form/event-types.ts";
import { Moment } from "../../../_components/moment.tsx";
import { formatCount, formatMoment } from "../../../_lib/format.ts";
import { useMay } from "../../../_lib/use-loaded.ts";
import { FailureReason } from "../failure-reason.tsx";
import type { Endpoint } from "./endpoint.ts";
import { NextTry } from "./next-try.tsx";

const EventsDialog = dynamic(() => import("./events-dialog.tsx").then((part) => part.EventsDialog), {
  ssr: false,
});
const RotateSecret = dynamic(() => import("./endpoint-dialogs.tsx").then((part) => part.RotateSecret), {
  ssr: false,
});

const LINK = "rounded text-link underline-offset-2 hover:underline";

/** What one asks of an endpoint first: while nothing arrives, what failed and what waits. */
export function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const { waiting, failed, types } = endpoint;
  const { last_success_at: success, last_failure: failure, next_attempt_at: next } = endpoint;
  const { secret_created_at: made, former_secret_until: former } = endpoint;
  const [open, setOpen] = useState<"events" | "secret" | null>(null);
  const mayRotate = useMay("ADMIN");
  const all = Object.keys(EVENT_TYPES);
  const taken = all.filter((type) => takes(types, type));
  const lastSuccess: Fact = {
    name: "Last success",
    value: success ? <Moment iso={success} /> : "None yet",
    detail: success && formatMoment(success),
  };
  const lastFailure: Fact = {
    name: "Last failure",
    value: failure ? <Moment iso={failure.at} /> : "None",
    detail:
      failed > 0 ? `${formatCount(failed)} given up` : failure && <FailureReason reason={failure.reason} />,
  };
  const nextTry: Fact = {
    name: "Next try",
    value: next ? <NextTry iso={next} /> : waiting > 0 ? "When enabled" : "Nothing waits",
    detail: waiting > 0 && `${formatCount(waiting)} ${waiting === 1 ? "delivery" : "deliveries"} waiting`,
  };
  return (
    <>
      <FactStrip
        label="Facts"
        facts={[
          ...(endpoint.state === "ENABLED"
            ? [lastSuccess, lastFailure, nextTry]
            : [lastFailure, nextTry, lastSuccess]),
          {
            name: "Events",
            value: types.includes("*") ? "All" : `${taken.length} of ${all.length}`,
            detail: types.includes("*") ? (
              "Includes future event types"
            ) : (
              <button type="button" className={LINK} onClick={() => setOpen("events")}>
                Show which
              </button>
            ),
          },
          {
            name: "Signing secret made",
            value: <Moment iso={made} />,
            detail: former ? (
              `The former one until ${formatMoment(former)}`
            ) : mayRotate ? (
              <button type="button" className={LINK} onClick={() => setOpen("secret")}>
                Rotate
              </button>
            ) : undefined,
          },
        ]}
      />
      {open === "events" && <EventsDialog taken={taken} close={() => setOpen(null)} />}
      {open === "secret" && <RotateSecret endpoint={endpoint} close={() => setOpen(null)} />}
    </>
  );
}
