"use client";

import { X } from "lucide-react";
import type { Ref } from "react";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/input.tsx";
import { Label } from "../ui/label.tsx";
import { Select } from "../ui/select.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { FieldProblem } from "./field-problem.tsx";
import { Fold } from "./fold.tsx";
import { languageName, PAGE_LANGUAGES, type TranslatedText, type TypedTranslations } from "./translations.ts";

interface Props {
  id: string;
  label: string;
  hint: string | undefined;
  texts: TranslatedText[];
  value: TypedTranslations;
  onChange: (typed: TypedTranslations) => void;
  onLeave: () => void;
  error: string | undefined;
  /** The inputs with errors, such as "de.name". */
  wrong: string[];
  ref: Ref<HTMLDivElement>;
}

/** The same texts in other languages, folded away until somebody wants them. */
export function TranslationsField(props: Props) {
  const { id, label, hint, texts, value, onChange, onLeave, error, wrong, ref } = props;
  const tags = Object.keys(value);
  const missing = PAGE_LANGUAGES.filter(([tag]) => !tags.includes(tag));
  return (
    <div ref={ref} tabIndex={-1} className="sm:col-span-2">
      <Fold
        title={tags.length > 0 ? `${label} (${tags.map(languageName).join(", ")})` : label}
        hasProblem={error !== undefined}
      >
        <div className="space-y-4 sm:col-span-2">
          {hint && <p className="text-xs text-pretty text-muted">{hint}</p>}
          {tags.map((tag) => (
            <LanguageTexts
              key={tag}
              id={`${id}-${tag}`}
              tag={tag}
              texts={texts}
              typed={value[tag] ?? {}}
              onType={(name, text) => onChange({ ...value, [tag]: { ...value[tag], [name]: text } })}
              onRemove={() =>
                onChange(Object.fromEntries(Object.entries(value).filter(([one]) => one !== tag)))
              }
              onLeave={onLeave}
              isWrong={(name) => wrong.includes(`${tag}.${name}`)}
              problem={error ? `${id}-error` : undefined}
            />
          ))}
          <FieldProblem id={id} error={error} />
          {missing.length > 0 && (
            <div className="space-y-1.5">
              <Label htmlFor={`${id}-add`}>Add a language</Label>
              <Select
                id={`${id}-add`}
                value=""
                onChange={({ target }) => onChange({ ...value, [target.value]: {} })}
              >
                <option value="">Choose</option>
                {missing.map(([tag, name]) => (
                  <option key={tag} value={tag}>
                    {name}
                  </option>
                ))}
              </Select>
            </div>
          )}
        </div>
      </Fold>
    </div>
  );
}

interface LanguageProps extends Pick<Props, "id" | "texts" | "onLeave"> {
  tag: string;
  typed: Record<string, string>;
  onType: (name: string, text: string) => void;
  onRemove: () => void;
  isWrong: (name: string) => boolean;
  /** The id of what says what is wrong. */
  problem: string | undefined;
}

function LanguageTexts(props: LanguageProps) {
  const { id, tag, texts, typed, onType, onRemove, onLeave, isWrong, problem } = props;
  const language = languageName(tag);
  return (
    <fieldset className="space-y-3 border-l-2 pl-3">
      <legend className="float-left text-[0.8125rem] font-medium">{language}</legend>
      <Button
        variant="ghost"
        size="icon"
        className="float-right -mt-1.5"
        aria-label={`Remove ${language}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
      {texts.map(({ name, label, hasLines }) => {
        const Text = hasLines ? Textarea : Input;
        return (
          <div key={name} className="clear-both space-y-1.5">
            <Label htmlFor={`${id}-${name}`}>
              {label} <span className="font-normal text-muted">in {language}</span>
            </Label>
            <Text
              id={`${id}-${name}`}
              lang={tag}
              autoComplete="off"
              value={typed[name] ?? ""}
              aria-invalid={isWrong(name) || undefined}
              aria-describedby={isWrong(name) ? problem : undefined}
              onChange={({ target }: { target: { value: string } }) => onType(name, target.value)}
              onBlur={onLeave}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
