import { asSentence } from "../../../server/platform/schema/words-for-issue.ts";
import { errorCode, errorIssues } from "../../_lib/api.ts";
import { fieldsOfRefusal, messageOf, nameInWords, reasonOf } from "../../_lib/reason.ts";
import type { FormField } from "./field.ts";

interface Placed {
  /** Messages by the name of the shown field that they are about. */
  fields: Record<string, string>;
  /** What belongs to no shown field; null when every message has one. */
  whole: string | null;
}

/** The server's refusal of a form, at the fields that it is about. */
export function placeRefusal(error: Error, shown: FormField[]): Placed {
  const code = errorCode(error);
  const issues = errorIssues(error);
  if (issues.length === 0) {
    const field = fieldsOfRefusal(error)
      .map((name) => fieldNamed(shown, name))
      .find((found) => found !== undefined);
    return field && code
      ? { fields: { [field.name]: `${messageOf(error)} (${code})` }, whole: null }
      : { fields: {}, whole: reasonOf(error) };
  }
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of issues) {
    const names = path.split(".").filter((part) => !/^\d*$/.test(part));
    const field = names
      .toReversed()
      .map((name) => fieldNamed(shown, name))
      .find((found) => found !== undefined);
    const words = asSentence(message);
    if (field) fields[field.name] = [fields[field.name], words].filter(Boolean).join(" ");
    else rest.push(names.length > 0 ? `${nameInWords(names.at(-1) ?? "")}: ${words}` : words);
  }
  return { fields, whole: rest.length > 0 ? `${[...new Set(rest)].join(" ")} (${code})` : null };
}

/** The shown field of that name, or the only one whose name begins with it: "unit_amount" for unit_amount_USD. */
function fieldNamed(shown: FormField[], name: string): FormField | undefined {
  const same = shown.find((field) => field.name === name);
  if (same) return same;
  const [only, another] = shown.filter((field) => field.name.startsWith(`${name}_`));
  return another ? undefined : only;
}
