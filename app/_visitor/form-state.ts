/** The state of a form on a public page. */
export interface FormState {
  status: "open" | "done";
  /** What went wrong, in the visitor's language; null while nothing has. */
  message: string | null;
  /** What was typed, but for passwords: a form is shown again as it was sent. */
  values: Record<string, string>;
  /** How it ended, where it can end in several ways. */
  outcome: string | null;
}

export const UNTOUCHED: FormState = { status: "open", message: null, values: {}, outcome: null };
