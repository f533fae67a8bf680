import { pagesBridge } from "./bridge.ts";

/**
 * The first thing that an action does. Whoever calls one without its form can send any values: they are refused as a form that cannot be
 * read (form_invalid), while what fails later is a fault of ours.
 */
export function beginAction(areArgumentsOfForm: boolean): void {
  if (!areArgumentsOfForm)
    throw new TypeError("The action was called with other values than its form sends.");
  pagesBridge().actionBegins();
}

/** Whether these are the slug that a page binds, and a form's fields. */
export const isSlugAndForm = (slug: unknown, form: unknown): boolean =>
  typeof slug === "string" && form instanceof FormData;
