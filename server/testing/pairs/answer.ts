// biome-ignore lint/suspicious/noExplicitAny: bodies are held against the OpenAPI document by the client.
export type Body = any;

export interface Answer {
  isDone: boolean;
  /** The code of a refusal. */
  code: string | null;
  /** What the preview of a change promised. */
  quote?: Body;
  /** The code by which the preview was refused. */
  previewCode?: string | null;
  /** A change waits for its cardholder. */
  waits?: boolean;
}

/** What differs from the model. */
export interface Difference {
  when: string;
  fact: string;
  expected: unknown;
  found: unknown;
}

/** What an act was answered. */
export interface Told {
  act: string;
  answer: Answer;
  /** What the act took the place of. */
  replaced: string[];
}
