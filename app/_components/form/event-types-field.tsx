"use client";

import type { Ref } from "react";
import { EVENT_TYPES } from "../../../server/domain/events/types.ts";
import { formatCount } from "../../_lib/format.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Label } from "../ui/label.tsx";
import { nounOf, shareOf, takes, withNoun, withType } from "./event-types.ts";
import { FieldProblem } from "./field-problem.tsx";

interface Props {
  id: string;
  label: string;
  value: string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
  ref: Ref<HTMLFieldSetElement>;
}

/** What most back ends listen to comes first. */
const FIRST = ["subscription", "invoice", "customer", "payment_method", "usage", "credit_note", "refund"];

const GROUPS = Object.entries(
  Object.groupBy(Object.keys(EVENT_TYPES) as (keyof typeof EVENT_TYPES)[], nounOf),
)
  .map(([noun, types = []]) => ({ noun, types }))
  .toSorted((one, other) => rank(one.noun) - rank(other.noun));

/** Which events an endpoint takes: all, or chosen ones, by what they are about. */
export function EventTypesField({ id, label, value, onChange, error, ref }: Props) {
  const isAll = value.includes("*");
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={error && `${id}-error`}
      className="space-y-2 outline-none"
    >
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{label}</legend>
      <Way id={`${id}-all`} name={id} isChosen={isAll} onChoose={() => onChange(["*"])}>
        Every event, also types that are added later
      </Way>
      <Way id={`${id}-some`} name={id} isChosen={!isAll} onChoose={() => onChange([])}>
        Only these
      </Way>
      {!isAll && (
        <div className="max-h-72 divide-y overflow-y-auto rounded-md border">
          {GROUPS.map((group, index) => (
            <Group
              key={group.noun}
              {...{ ...group, id, value, onChange }}
              isWrong={error !== undefined && index === 0}
            />
          ))}
        </div>
      )}
      <FieldProblem id={id} error={error} />
    </fieldset>
  );
}

interface WayProps {
  id: string;
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: string;
}

function Way({ id, name, isChosen, onChoose, children }: WayProps) {
  return (
    <div className="flex items-center gap-2.5">
      <input
        type="radio"
        id={id}
        name={`${name}-way`}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 accent-primary"
      />
      <Label htmlFor={id} className="font-normal">
        {children}
      </Label>
    </div>
  );
}

interface GroupProps extends Pick<Props, "id" | "value" | "onChange"> {
  noun: string;
  types: (keyof typeof EVENT_TYPES)[];
  isWrong: boolean;
}

/** The events of one kind of object: all at once, or one by one in a fold. */
function Group({ id, noun, types, value, onChange, isWrong }: GroupProps) {
  const words = noun.replaceAll("_", " ");
  const name = words.slice(0, 1).toUpperCase() + words.slice(1);
  const count = types.filter((type) => takes(value, type)).length;
  return (
    <div className="relative">
      <Checkbox
        className="absolute top-2.5 left-3"
        checked={shareOf(value, types)}
        onCheckedChange={(isTaken) => onChange(withNoun(value, noun, isTaken))}
        aria-label={`All events of ${words}`}
        aria-invalid={isWrong || undefined}
      />
      <details className="group">
        <summary className="flex cursor-pointer items-center gap-2.5 py-2 pr-3 pl-9 hover:bg-subtle">
          <span className="flex-1 text-[0.8125rem] font-medium">{name}</span>
          <span className="text-xs text-muted tabular-nums">
            {count === 0
              ? formatCount(types.length)
              : `${formatCount(count)} of ${formatCount(types.length)}`}
          </span>
          <span aria-hidden className="text-xs text-muted group-open:rotate-180">
            ▾
          </span>
        </summary>
        <div className="space-y-2 px-3 pb-3 pl-9">
          {types.map((type) => (
            <div key={type} className="flex items-start gap-2.5">
              <Checkbox
                id={`${id}-${type}`}
                className="mt-0.5"
                checked={takes(value, type)}
                onCheckedChange={(isTaken) => onChange(withType(value, types, type, isTaken))}
                aria-describedby={`${id}-${type}-hint`}
              />
              <div className="min-w-0">
                <Label htmlFor={`${id}-${type}`} className="font-mono text-xs">
                  {type}
                </Label>
                <p id={`${id}-${type}-hint`} className="text-xs text-pretty text-muted">
                  {EVENT_TYPES[type]}
                </p>
              </div>
            </div>
          ))}
        </div>
      </details>
    </div>
  );
}

function rank(noun: string): number {
  const place = FIRST.indexOf(noun);
  return place < 0 ? FIRST.length : place;
}
