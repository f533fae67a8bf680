"use client";

import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { shown } from "../../_lib/shown.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { type LinkedObject, linkedObjects } from "./linked-objects.ts";

interface Props {
  type: string;
  id: string;
  data: unknown;
}

/** The pages of what a change is about, first of all that its window shows. */
export function ObjectLinks({ type, id, data }: Props) {
  const links = linkedObjects(type, id, data);
  if (links.length === 0) return null;
  return (
    <ul aria-label="What it is about" className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
      {links.map((link) => (
        <li key={link.kind} className="min-w-0">
          {link.kind === "Customer" ? <CustomerLink customer={link} /> : <ObjectLink object={link} />}
        </li>
      ))}
    </ul>
  );
}

function ObjectLink({ object: { kind, name, href } }: { object: LinkedObject }) {
  return (
    <>
      {name && <span className="text-muted">{kind} </span>}
      <Link href={href as Route} className="rounded font-medium text-link hover:underline">
        {shown(name ?? kind)}
      </Link>
    </>
  );
}

/** An invoice names its customer by the id alone. */
function CustomerLink({ customer }: { customer: LinkedObject }) {
  const { id, name } = customer;
  const { data } = useLoaded("customer", id, (api, signal) => api.customers.get.query({ id }, { signal }), {
    isWanted: name === null,
  });
  const known = name ?? data?.name ?? data?.email ?? data?.external_id ?? null;
  return <ObjectLink object={{ ...customer, name: known }} />;
}
