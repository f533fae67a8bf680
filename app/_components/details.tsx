import type { ReactNode } from "react";
import { shown } from "../_lib/shown.ts";

/** A list of names and values. */
export function Details({ items }: { items: [string, ReactNode][] }) {
  return (
    <dl className="divide-y text-[0.8125rem]">
      {items.map(([name, value]) => (
        <div key={name} className="flex min-h-10 items-center justify-between gap-4 px-4 py-1.5">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right break-words">{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
