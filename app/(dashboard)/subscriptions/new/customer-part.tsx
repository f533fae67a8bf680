"use client";

import type { Route } from "next";
import { useEffect, useRef } from "react";
import { type FieldValues, type UseFormReturn, useController } from "react-hook-form";
import type { FormField } from "../../../_components/form/field.ts";
import { FieldProblem } from "../../../_components/form/field-problem.tsx";
import { FormFields } from "../../../_components/form/form-fields.tsx";
import { Link } from "../../../_components/link.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { StatusBadge } from "../../../_components/status-badge.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import { customerLines } from "../../../_lib/customer-lines.ts";
import { formatInterval, formatMoney } from "../../../_lib/format.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import { useQuiet } from "../../../_lib/use-quiet.ts";
import { FindCustomer } from "./find-customer.tsx";
import type { KnownCustomer } from "./use-customer.ts";

interface Props {
  form: UseFormReturn<FieldValues>;
  fields: FormField[];
  idPrefix: string;
  known: KnownCustomer;
  /** The address named the customer: there is no other. */
  isFixed: boolean;
}

/** Who subscribes: one who is there, with what they have now, or a new one. */
export function CustomerPart({ form, fields, idPrefix, known, isFixed }: Props) {
  const who = useController({ control: form.control, name: "who" }).field;
  const customer = useController({ control: form.control, name: "customer" }).field;
  const focusLater = useFocusLater();
  const isNew = who.value === "NEW";
  const error = form.formState.errors.customer?.message;
  const problem =
    form.formState.errors.customer?.type === "required"
      ? "Choose a customer, or write who the new one is."
      : typeof error === "string"
        ? error
        : undefined;
  const id = `${idPrefix}-customer`;
  const only = (...names: string[]) => fields.filter(({ name }) => names.includes(name));
  const search = () => {
    who.onChange("KNOWN");
    customer.onChange("");
    focusLater(id);
  };
  const choose = (chosen: string) => {
    who.onChange("KNOWN");
    customer.onChange(chosen);
    focusLater(`${id}-chosen`);
  };
  return (
    <Card aria-label="Customer">
      <CardHeader>
        <CardTitle>Customer</CardTitle>
        {!isFixed && (isNew || customer.value !== "") && (
          <Button variant="ghost" size="small" onClick={search}>
            {isNew ? "Choose an existing one" : "Choose another"}
          </Button>
        )}
        {!isNew && customer.value === "" && (
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              who.onChange("NEW");
              focusLater(`${idPrefix}-email`);
            }}
          >
            New customer
          </Button>
        )}
      </CardHeader>
      <div className="space-y-4 p-4">
        {isNew ? (
          <>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <FormFields form={form} fields={only("email", "name")} idPrefix={idPrefix} />
            </div>
            <Namesake email={String(form.watch("email") ?? "")} onChoose={choose} />
            <FormFields form={form} fields={only("identifier")} idPrefix={idPrefix} />
          </>
        ) : customer.value === "" ? (
          <>
            <FindCustomer
              id={id}
              error={problem}
              onChoose={choose}
              onNew={(typed) => {
                who.onChange("NEW");
                const name = typed.includes("@") ? "email" : "name";
                if (typed) form.setValue(name, typed, { shouldDirty: true });
                focusLater(`${idPrefix}-${name === "email" && typed ? "name" : "email"}`);
              }}
            />
            <FieldProblem id={id} error={problem} />
          </>
        ) : (
          <>
            <div
              id={`${id}-chosen`}
              tabIndex={-1}
              data-invalid={problem ? true : undefined}
              className="rounded"
            >
              <Chosen {...known} />
            </div>
            <FieldProblem id={id} error={problem} />
            {known.customer?.email === null && (
              <FormFields form={form} fields={only("email")} idPrefix={idPrefix} />
            )}
          </>
        )}
      </div>
    </Card>
  );
}

/** Focuses an element by its id as soon as it is rendered. */
function useFocusLater(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const element = wanted.current === null ? null : document.getElementById(wanted.current);
    if (!element) return;
    wanted.current = null;
    element.focus();
  });
  return (id) => {
    wanted.current = id;
  };
}

/** Says that a customer with this very address is there already. */
function Namesake({ email, onChoose }: { email: string; onChoose: (id: string) => void }) {
  const wanted = useQuiet(email.trim().toLowerCase());
  const { data } = useLoaded(
    "customers to choose from",
    wanted,
    (api, signal) => api.customers.list.query({ limit: 6, q: wanted }, { signal }),
    { isWanted: wanted.includes("@") },
  );
  const same = data?.data.find((one) => one.email?.toLowerCase() === wanted);
  if (!same) return null;
  return (
    <Alert tone="caution" role="status">
      {customerLines(same)[0]} has this address already.{" "}
      <button
        type="button"
        className="rounded font-medium underline underline-offset-2"
        onClick={() => onChoose(same.id)}
      >
        Choose them
      </button>
    </Alert>
  );
}

/** Who was chosen, and what they have now. */
function Chosen({ customer, error, refetch, running, credits, cards }: KnownCustomer) {
  if (error && !customer)
    return <LoadFailure what="The customer" error={error} onRetry={() => void refetch()} />;
  if (!customer) return <Skeleton className="h-16 w-full" />;
  const [first, second] = customerLines(customer);
  const facts = [
    credits && credits.length > 0
      ? `${credits.map(({ credit, currency }) => formatMoney(credit, currency)).join(", ")} of credit`
      : null,
    cards &&
      (cards.length === 0
        ? "No card saved"
        : cards.length === 1
          ? "1 card saved"
          : `${cards.length} cards saved`),
  ].filter((fact) => fact);
  return (
    <>
      <p className="font-medium">
        <Link href={`/customers/${customer.id}` as Route} className="rounded hover:underline">
          {first}
        </Link>
      </p>
      {second && <p className="truncate text-xs text-muted">{second}</p>}
      {running ? (
        <ul aria-label="What they have now" className="mt-3 space-y-1.5 text-[0.8125rem]">
          {running.length === 0 && <li className="text-muted">No subscription now.</li>}
          {running.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-2">
              <Link href={`/subscriptions/${one.id}` as Route} className="rounded text-link hover:underline">
                {one.product.name} {one.plan.name}
              </Link>
              <span className="text-muted">
                {formatMoney(one.recurring_amount, one.plan_price.currency)} a{" "}
                {formatInterval(one.plan_price.interval)}
              </span>
              <StatusBadge status={one.status} />
            </li>
          ))}
          {facts.length > 0 && <li className="text-muted">{facts.join(" · ")}</li>}
        </ul>
      ) : (
        <Skeleton className="mt-3 h-9 w-full" />
      )}
    </>
  );
}
