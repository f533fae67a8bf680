"use client";

import { useEntitlement } from "@usher/client/react";
import { useState, useTransition } from "react";
import { type Outcome, track } from "./actions.ts";

/** How many events the plan has, and how many are used; and something to use them with. */
export function UsageMeter() {
  const { used, limit, remaining, allowed, resetsAt, refresh } = useEntitlement("events");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isPending, start] = useTransition();
  const share = limit === null || limit === 0 ? 0 : Math.min(1, used / limit);

  function send(quantity: number) {
    start(async () => {
      setOutcome(await track(quantity));
      await refresh();
    });
  }

  return (
    <section className="card" aria-labelledby="events">
      <h2 id="events">Tracked events</h2>
      <p className="figure">
        <strong>{used.toLocaleString("en")}</strong>
        {limit === null ? " of any number" : ` of ${limit.toLocaleString("en")}`}
      </p>
      <meter
        className={share >= 0.9 ? "meter nearly" : "meter"}
        value={share}
        aria-label="Share of the plan's events"
      >
        {Math.round(share * 100)} %
      </meter>
      <p className="muted small">
        {remaining === null ? "No limit." : `${remaining.toLocaleString("en")} left.`}
        {resetsAt !== null && ` Begins again on ${new Date(resetsAt).toISOString().slice(0, 10)}.`}
      </p>
      <div className="buttons">
        <button type="button" className="button" disabled={isPending || !allowed} onClick={() => send(1)}>
          Track one
        </button>
        <button type="button" className="button" disabled={isPending || !allowed} onClick={() => send(2_500)}>
          Track 2,500
        </button>
      </div>
      <p role="status" className={outcome?.isRefused ? "error" : "muted"}>
        {outcome?.message}
      </p>
    </section>
  );
}
