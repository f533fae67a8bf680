/** The state of a form on a public page. */
export interface FormState {
  status: "open" | "done";
  /** The error in the visitor's language; null without one. */
  message: string | null;
  /** The API's names of the fields that the error may be about. */
  wrong?: string[];
  /** The typed values except passwords, so that the form can be shown again with them. */
  values: Record<string, string>;
  /** The outcome, for an action with several outcomes. */
  outcome: string | null;
}

export const UNTOUCHED: FormState = { status: "open", message: null, values: {}, outcome: null };
