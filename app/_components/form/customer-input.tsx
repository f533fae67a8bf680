"use client";

import { type ComponentProps, useDeferredValue, useId } from "react";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { Input } from "../ui/input.tsx";

/** A field for a customer: suggests those whose name, address or identifier matches what is typed, fills in the tenant's own identifier, and names the one that is chosen. */
export function CustomerInput({ typed, ...rest }: ComponentProps<"input"> & { typed: unknown }) {
  const id = useId();
  const wanted = useDeferredValue(typeof typed === "string" ? typed.trim() : "");
  const { data } = useLoaded(
    "customers to choose from",
    wanted,
    (api, signal) => api.search.all.query({ q: wanted }, { signal }),
    { isWanted: wanted !== "", keepsPrevious: true },
  );
  const customers = (data?.results ?? []).filter(({ kind }) => kind === "customer");
  const chosen = customers.find(({ id, external_id }) => id === wanted || external_id === wanted);
  return (
    <>
      <Input {...rest} type="text" list={id} autoComplete="off" />
      <datalist id={id}>
        {customers.map((customer) => (
          <option key={customer.id} value={customer.external_id ?? customer.id}>
            {customer.title} ({customer.detail})
          </option>
        ))}
      </datalist>
      <p aria-live="polite" className="mt-1 text-xs text-muted empty:hidden">
        {chosen && `${chosen.title} (${chosen.detail})`}
      </p>
    </>
  );
}
