"use client";

import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { openFramePort, reportHeight } from "../../_embed/frame-port.ts";
import { stepsIn } from "../../_pricing/order.ts";

/** Reports this page's height and the chosen plan to the embedding page, instead of opening the checkout here. */
export function PricingFrame({ origin, children }: { origin: string; children: ReactNode }) {
  const port = useMemo(() => openFramePort("pricing", origin), [origin]);
  const content = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const stop = content.current ? reportHeight(port, content.current) : undefined;
    port.send({ type: "hello" });
    port.send({ type: "ready" });
    return stop;
  }, [port]);

  function choose(event: FormEvent<HTMLElement>): void {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const fields = [...new FormData(form)];
    const drivers = stepsIn(fields);
    // Nothing has been chosen while a count cannot be read.
    if (drivers.some(({ steps }) => Number.isNaN(steps))) return;
    const url = new URL(form.action);
    for (const [name, value] of fields) url.searchParams.set(name, String(value));
    const plan_price_id = url.searchParams.get("price") ?? "";
    port.send({ type: "chosen", plan_price_id, drivers, url: url.href });
  }

  return (
    <div ref={content} onSubmit={choose}>
      {children}
    </div>
  );
}
