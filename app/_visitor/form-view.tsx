import type { ComponentProps, ReactNode } from "react";
import { showEmail } from "../../server/platform/show-email.ts";
import { FieldProblem } from "../_components/form/field-problem.tsx";
import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import { Input } from "../_components/ui/input.tsx";
import { Label } from "../_components/ui/label.tsx";
import type { FormState } from "./form-state.ts";

export interface Field {
  name: string;
  label: string;
  type?: "email" | "password" | "text" | "hidden";
  autoComplete?: string;
  hint?: string;
  value?: string;
  isOptional?: boolean;
  isFixed?: boolean;
  minLength?: number;
}

/** Shown instead of the form after it succeeded; `{name}` is replaced by the value of that field. */
export interface Done {
  title: string;
  body: string[];
  link?: { href: string; label: string };
}

export interface FormTexts {
  title: string;
  intro: ReactNode;
  fields: Field[];
  submit: string;
  /** By the outcome that the action returns, or `done` when it returns none. */
  done: Record<string, Done>;
  children?: ReactNode;
}

const LONGEST = 254;

interface FormViewProps extends FormTexts {
  state: FormState;
  /** Where the form is sent, and who checks it before: a server action, or by POST to the page's own address. */
  target: Pick<ComponentProps<"form">, "action" | "method" | "noValidate" | "onSubmit">;
  /** What is wrong with fields that were not sent, by their names. */
  problems?: Record<string, string>;
  isPending?: boolean;
}

/** A form of a public page in one of its states: open, refused with a message, or done. */
export function FormView({ state, target, problems, isPending = false, ...texts }: FormViewProps) {
  const { title, intro, fields, submit, done, children } = texts;
  const ended = state.status === "done" ? done[state.outcome ?? "done"] : undefined;
  if (ended) return <Ended {...ended} values={state.values} />;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <div className="mt-2 text-pretty text-muted">{intro}</div>
      <form {...target} className="mt-6 space-y-4">
        <div role="alert">
          {state.message && (
            <Alert tone="negative" id="form-error">
              {state.message}
            </Alert>
          )}
        </div>
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            typed={state.values[field.name]}
            hasFault={state.message !== null}
            isWrong={state.wrong?.includes(field.name) ?? false}
            problem={problems?.[field.name]}
          />
        ))}
        <Button type="submit" className="h-11 w-full text-base" disabled={isPending}>
          {submit}
        </Button>
      </form>
      {children}
    </>
  );
}

function FormField({
  field,
  typed,
  hasFault,
  isWrong,
  problem,
}: {
  field: Field;
  typed: string | undefined;
  hasFault: boolean;
  isWrong: boolean;
  problem: string | undefined;
}) {
  const { name, label, type = "text", autoComplete, hint, value, isOptional, isFixed, minLength } = field;
  const given = typed ?? value;
  if (type === "hidden") return <input type="hidden" name={name} defaultValue={given} />;
  const describedBy = [
    problem && `${name}-error`,
    hint && hint !== problem && `${name}-hint`,
    hasFault && "form-error",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="space-y-1.5">
      <Label htmlFor={name}>{label}</Label>
      <Input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={!isOptional}
        readOnly={isFixed}
        minLength={minLength}
        maxLength={LONGEST}
        defaultValue={given}
        aria-invalid={isWrong || problem !== undefined || undefined}
        aria-describedby={describedBy || undefined}
        className="h-11 read-only:bg-subtle"
      />
      <FieldProblem id={name} error={problem} />
      {hint && hint !== problem && (
        <p id={`${name}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

function Ended({ title, body, link, values }: Done & { values: Record<string, string> }) {
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => showEmail(values[name] ?? ""));
  return (
    <div role="status">
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      {body.map((text) => (
        <p key={text} className="mt-2 text-pretty break-words text-muted">
          {filled(text)}
        </p>
      ))}
      {link && (
        <Button asChild className="mt-6 h-11 w-full text-base">
          <a href={link.href}>{link.label}</a>
        </Button>
      )}
    </div>
  );
}
