"use client";

import dynamic from "next/dynamic";
import type { AriaAttributes, ReactNode } from "react";
import { Controller, type FieldValues, type UseFormReturn } from "react-hook-form";
import { cn } from "../../_lib/cn.ts";
import { Input } from "../ui/input.tsx";
import { Label } from "../ui/label.tsx";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/switch.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { ChoicesField } from "./choices-field.tsx";
import { currencyOf, type FormField } from "./field.ts";
import { FieldProblem } from "./field-problem.tsx";
import { leaveField } from "./leave-field.ts";
import { MoneyEcho, MoneyInput } from "./money-input.tsx";
import { NumberEcho } from "./number-echo.tsx";
import { RadioField } from "./radio-field.tsx";

// Few forms have these: what every page loads stays small.
const TiersField = dynamic(() => import("./tiers-field.tsx").then((module) => module.TiersField));
const CustomerField = dynamic(() => import("./customer-field.tsx").then((module) => module.CustomerField));
const LogoField = dynamic(() => import("./logo-field.tsx").then((module) => module.LogoField));
const EventTypesField = dynamic(() =>
  import("./event-types-field.tsx").then((module) => module.EventTypesField),
);
const TranslationsField = dynamic(() =>
  import("./translations-field.tsx").then((module) => module.TranslationsField),
);

interface Props {
  form: UseFormReturn<FieldValues>;
  fields: FormField[];
  /** Prefix of the ids, because a page can have several forms. */
  idPrefix: string;
}

const INPUT_TYPES = {
  email: "email",
  password: "password",
  moment: "datetime-local",
  day: "date",
  "last day": "date",
  color: "color",
} as const;

/** The fields of a form with their labels, hints and errors. */
export function FormFields({ form, fields, idPrefix }: Props) {
  const values = form.watch();
  const shown = fields.filter(({ isShown }) => isShown?.(values) ?? true);
  return rowsOf(shown).map((row) => {
    const parts = row.map((field) => (
      <FieldRow key={field.name} form={form} field={field} id={`${idPrefix}-${field.name}`} />
    ));
    if (parts.length === 1) return parts;
    return (
      <div key={row[0]?.name} className="grid items-start gap-4 sm:grid-cols-2">
        {parts}
      </div>
    );
  });
}

/** The fields by row: one that stands beside another is in the row of the field before it. */
function rowsOf(fields: FormField[]): FormField[][] {
  const rows: FormField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.isBeside && last) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function FieldRow({ form, field, id }: { form: Props["form"]; field: FormField; id: string }) {
  const { name, label, kind = "text", placeholder, isRequired, autoComplete } = field;
  const problem = form.formState.errors[name]?.message;
  const error = typeof problem === "string" ? problem : undefined;
  const values = form.getValues();
  const hint = typeof field.hint === "function" ? field.hint(values) : field.hint;
  const isMoney = kind === "money";
  const hasEcho = isMoney || kind === "number";
  const described =
    [hint && `${id}-hint`, hasEcho && `${id}-read`, error && `${id}-error`].filter(Boolean).join(" ") ||
    undefined;
  const currency = currencyOf(field, values);
  const per = typeof field.per === "function" ? field.per(values) : field.per;
  const shared = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described,
    "aria-required": isRequired,
    placeholder,
    autoComplete: autoComplete ?? "off",
  };
  const hintText = hint && (
    <p id={`${id}-hint`} className="text-xs text-pretty text-muted">
      {hint}
    </p>
  );
  if (kind === "radio")
    return (
      <RadioField
        {...{ id, label, hint, error }}
        options={field.options ?? []}
        registered={form.register(name)}
      />
    );
  if (kind === "switch") return <SwitchRow {...{ form, field, id, described, hintText, error }} />;
  if (kind === "tiers" || kind === "choices" || kind === "event types" || kind === "translations") {
    const onLeave = () => leaveField(form, field);
    const wrong = Object.keys(form.formState.errors[name]?.types ?? {})
      .map((place) => place.slice(name.length + 1))
      .filter((part) => part !== "");
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange, ref } }) =>
          kind === "tiers" ? (
            <TiersField
              {...{ id, label, currency, per, error, wrong, value, onChange, onLeave, ref }}
              rules={field.rules}
            />
          ) : kind === "translations" ? (
            <TranslationsField
              {...{ id, label, hint, error, wrong, value, onChange, onLeave, ref }}
              texts={field.texts ?? []}
            />
          ) : kind === "event types" ? (
            <EventTypesField {...{ id, label, error, value, onChange, ref }} />
          ) : (
            <ChoicesField
              {...{ id, label, hint, error, value, onChange, ref }}
              options={field.options ?? []}
            />
          )
        }
      />
    );
  }
  return (
    <div className={cn("space-y-1.5", field.isWide && "sm:col-span-2")}>
      <Label htmlFor={id}>
        {label}
        {!isRequired && !field.isOneOf && kind !== "select" && kind !== "choice" && kind !== "color" && (
          <span className="ml-1 font-normal text-muted">(optional)</span>
        )}
      </Label>
      <FieldControl form={form} field={field} shared={shared} currency={currency} />
      {isMoney && (
        <MoneyEcho
          id={`${id}-read`}
          typed={values[name]}
          {...{ currency, per }}
          rules={field.rules}
          inWords={field.inWords && ((minor) => field.inWords?.(minor, values) ?? "")}
        />
      )}
      {kind === "number" && <NumberEcho id={`${id}-read`} typed={values[name]} />}
      {hintText}
      {field.caution && (
        <p role="status" className="text-xs text-pretty text-caution">
          {field.caution(values)}
        </p>
      )}
      <FieldProblem id={id} error={error} />
    </div>
  );
}

interface SwitchProps {
  form: Props["form"];
  field: FormField;
  id: string;
  described: string | undefined;
  hintText: ReactNode;
  error: string | undefined;
}

function SwitchRow({ form, field, id, described, hintText, error }: SwitchProps) {
  return (
    <div className={cn("flex items-center justify-between gap-4", field.isWide && "sm:col-span-2")}>
      <div className="min-w-0 space-y-0.5">
        <Label htmlFor={id}>{field.label}</Label>
        {hintText}
        <FieldProblem id={id} error={error} />
      </div>
      <Controller
        control={form.control}
        name={field.name}
        render={({ field: { value, onChange, ref } }) => (
          <Switch
            id={id}
            ref={ref}
            checked={value === true}
            onCheckedChange={onChange}
            aria-invalid={error ? true : undefined}
            aria-describedby={described}
          />
        )}
      />
    </div>
  );
}

interface ControlProps {
  form: Props["form"];
  field: FormField;
  /** The attributes that every control has. */
  shared: { id: string; placeholder: string | undefined; autoComplete: string } & AriaAttributes;
  currency: string;
}

/** The control that fits a field's kind: a list, a text area, an amount or an input. */
function FieldControl({ form, field, shared, currency }: ControlProps) {
  const { name, kind = "text", options = [] } = field;
  const registered = form.register(name, { onBlur: () => leaveField(form, field) });
  if (kind === "select" || kind === "choice")
    return (
      <Select {...shared} {...registered}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    );
  if (kind === "textarea" || kind === "json" || kind === "list")
    return (
      <Textarea {...shared} {...registered} className={kind === "json" ? "font-mono text-xs" : undefined} />
    );
  if (kind === "money") return <MoneyInput {...shared} {...registered} currency={currency} />;
  if (kind === "customer")
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange, ref } }) => (
          <CustomerField
            {...shared}
            {...{ value: String(value ?? ""), onChange, ref }}
            onBlur={() => leaveField(form, field)}
          />
        )}
      />
    );
  if (kind === "logo")
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange, ref } }) => (
          <LogoField
            {...shared}
            {...{ value: String(value ?? ""), ref }}
            onChange={(address) => {
              form.clearErrors(name);
              onChange(address);
            }}
            onProblem={(message) => form.setError(name, { type: "file", message })}
            onBlur={() => leaveField(form, field)}
          />
        )}
      />
    );
  return (
    <Input
      {...shared}
      {...registered}
      type={kind in INPUT_TYPES ? INPUT_TYPES[kind as keyof typeof INPUT_TYPES] : "text"}
      inputMode={kind === "number" ? "decimal" : undefined}
      className={kind === "color" ? "block w-16 p-1" : undefined}
    />
  );
}
