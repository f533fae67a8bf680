import type { PublicTenant } from "../../server/http/pages-contract.ts";
import { pageLocale } from "../_i18n/translator.ts";
import { refusalIn } from "../_i18n/words.ts";
import { type Api, errorName } from "../_lib/api.ts";
import { beginAction, isSlugAndForm } from "../_lib/begin-action.ts";
import { fieldsOfRefusal } from "../_lib/reason.ts";
import { tenantOr404, visitorApi } from "../_lib/visitor.ts";
import type { FormState } from "./form-state.ts";

/** The server's error as a message in the visitor's language. */
export async function refusalWords(error: unknown): Promise<string> {
  const name = errorName(error);
  if (name === null) throw error;
  return refusalIn(await pageLocale(), name);
}

/** The values that the visitor typed, without passwords and without fields that the page added. */
function typedIn(form: FormData): Record<string, string> {
  const fields = [...form].filter(([name, value]) => typeof value === "string" && !/^\$|password/.test(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value).trim()]));
}

/** A field's value; undefined when it was left empty. */
export function typed(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Runs a form for a visitor; errors become translated messages, and the typed values are kept. */
export async function attempt(
  slug: string,
  form: FormData,
  work: (api: Api, tenant: PublicTenant) => Promise<string | null>,
): Promise<FormState> {
  beginAction(isSlugAndForm(slug, form));
  const tenant = await tenantOr404(slug);
  const values = typedIn(form);
  try {
    const outcome = await work(await visitorApi(tenant), tenant);
    return { status: "done", message: null, values, outcome };
  } catch (error) {
    const wrong = error instanceof Error ? fieldsOfRefusal(error) : [];
    return { status: "open", message: await refusalWords(error), wrong, values, outcome: null };
  }
}
