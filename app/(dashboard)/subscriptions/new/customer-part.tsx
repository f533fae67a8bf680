"use client";

import type { Route } from "next";
import { useEffect, useRef, useState } from "react";
import { type FieldValues, type UseFormReturn, useController } from "react-hook-form";
import { foldEmail } from "../../../../server/platform/fold-email.ts";
import type { FormField } from "../../../_components/form/field.ts";
import { FieldProblem } from "../../../_components/form/field-problem.tsx";
import { FindCustomer, useFoundCustomers } from "../../../_components/form/find-customer.tsx";
import { FormFields } from "../../../_components/form/form-fields.tsx";
import { Link } from "../../../_components/link.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { StatusBadge } from "../../../_components/status-badge.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import { customerLines } from "../../../_lib/customer-lines.ts";
import { formatInterval, formatMoney } from "../../../_lib/format.ts";
import { useQuiet } from "../../../_lib/use-quiet.ts";
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
  const [typed, setTyped] = useState("");
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
    setTyped("");
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
            <div className="space-y-1.5">
              <Label htmlFor={id}>Find by name, e-mail address or your own id</Label>
              <FindCustomer
                id={id}
                aria-required
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? `${id}-error` : undefined}
                typed={typed}
                onTyped={setTyped}
                onChoose={(chosen) => choose(chosen.id)}
                onNew={() => {
                  who.onChange("NEW");
                  const wanted = typed.trim();
                  const name = wanted.includes("@") ? "email" : "name";
                  if (wanted) form.setValue(name, wanted, { shouldDirty: true });
                  focusLater(`${idPrefix}-${name === "email" && wanted ? "name" : "email"}`);
                }}
              />
            </div>
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
  const wanted = useQuiet(foldEmail(email));
  const { data } = useFoundCustomers(wanted);
  const same = wanted.includes("@") && data?.data.find((one) => one.email === wanted);
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
