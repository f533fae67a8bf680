import type { ReactNode } from "react";
import { cn } from "../_lib/cn.ts";

export interface Fact {
  name: string;
  value: ReactNode;
  /** Smaller, under the value. */
  detail?: ReactNode;
}

/** What one asks of a thing first, side by side under its title; the first fact is the largest. */
export function FactStrip({ label, facts }: { label: string; facts: Fact[] }) {
  return (
    <section aria-label={label} className="mb-5 border-y py-4 lg:mb-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:flex lg:gap-0 lg:divide-x">
        {facts.map(({ name, value, detail }, index) => (
          <div
            key={name}
            className={cn(
              "min-w-0 lg:px-6 lg:first:pl-0",
              index === 0 ? "max-lg:col-span-2 lg:flex-[1.5]" : "lg:flex-1",
            )}
          >
            <dt className="text-xs text-muted">{name}</dt>
            <dd
              className={cn(
                "mt-0.5 font-semibold tracking-tight wrap-break-word",
                index === 0 ? "text-[1.75rem] leading-9" : "text-base leading-9 max-lg:leading-6",
              )}
            >
              {value}
            </dd>
            <dd className="min-h-4 truncate text-xs text-muted">{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
