"use client";

import { type Ref, useState } from "react";
import { EVENT_TYPES } from "../../../server/domain/events/types.ts";
import { formatCount } from "../../_lib/format.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Input } from "../ui/input.tsx";
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

/** What people call a noun whose own words they would not know. */
const WORDS: Record<string, string> = {
  drift: "Differences to Stripe",
  exchange_rate: "Exchange rates",
  history: "Erased history",
  invoice_notice: "Notices about invoices",
  pack: "Versions of plans",
  pack_migration: "Moves to another version",
  plan_price: "Prices",
  portal_session: "Links to the customer portal",
  provider_account: "Stripe account",
  provider_portal_session: "Links to Stripe's portal",
  quote: "Quotes for a change of plan",
};

function wordsOf(noun: string): string {
  const words = noun.replaceAll("_", " ");
  return WORDS[noun] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The types of a group that have every word of what is searched for; all of them where the group's own name has. */
function found({ noun, types }: (typeof GROUPS)[number], wanted: string): (typeof GROUPS)[number]["types"] {
  const words = wanted.toLowerCase().split(/\s+/);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  if (has(`${noun} ${wordsOf(noun)}`)) return types;
  return types.filter((type) => has(`${type} ${wordsOf(noun)} ${EVENT_TYPES[type]}`));
}

const GROUPS = Object.entries(
  Object.groupBy(Object.keys(EVENT_TYPES) as (keyof typeof EVENT_TYPES)[], nounOf),
)
  .map(([noun, types = []]) => ({ noun, types }))
  .toSorted((one, other) => rank(one.noun) - rank(other.noun));

/** Which events an endpoint takes: all, or chosen ones, by what they are about. */
export function EventTypesField({ id, label, value, onChange, error, ref }: Props) {
  const isAll = value.includes("*");
  const [wanted, setWanted] = useState("");
  const groups = GROUPS.map((group) => ({ ...group, shown: found(group, wanted.trim()) })).filter(
    ({ shown }) => shown.length > 0,
  );
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
        <>
          <Input
            type="search"
            aria-label="Search events"
            placeholder="Search events, such as paid"
            autoComplete="off"
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
            // It would send the form.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
          <div className="max-h-72 divide-y overflow-y-auto rounded-md border">
            {groups.length === 0 && <p className="p-3 text-[0.8125rem] text-muted">No event is like that.</p>}
            {groups.map((group, index) => (
              <Group
                key={group.noun}
                {...{ ...group, id, value, onChange }}
                isNarrowed={wanted.trim() !== ""}
                isWrong={error !== undefined && index === 0}
              />
            ))}
          </div>
        </>
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
  /** Those of them that are searched for. */
  shown: (keyof typeof EVENT_TYPES)[];
  isNarrowed: boolean;
  isWrong: boolean;
}

/** The events of one kind of object: all at once, or one by one in a fold. */
function Group({ id, noun, types, shown, isNarrowed, value, onChange, isWrong }: GroupProps) {
  const name = wordsOf(noun);
  const count = types.filter((type) => takes(value, type)).length;
  return (
    <div className="relative">
      <Checkbox
        className="absolute top-2.5 left-3"
        checked={shareOf(value, types)}
        onCheckedChange={(isTaken) => onChange(withNoun(value, noun, isTaken))}
        aria-label={`All events of ${name}`}
        aria-invalid={isWrong || undefined}
      />
      <details key={String(isNarrowed)} className="group" open={isNarrowed}>
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
          {shown.map((type) => (
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
