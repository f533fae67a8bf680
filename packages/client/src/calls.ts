import type { components, operations } from "./generated/openapi.ts";
import type { OPERATIONS } from "./generated/operations.ts";
import type { RequestOptions } from "./send.ts";

/** Every named shape of the API, such as `Schemas["Subscription"]`. */
export type Schemas = components["schemas"];

/** An operation as the table of operations says it. */
export interface Operation {
  id: keyof operations;
  method: string;
  path: string;
  /** It goes with an access token, where there is one. */
  token?: true;
  pages?: "cursor" | "offset" | "total";
  takes?: "text/csv";
  answers?: "file";
}

type Part<Id extends keyof operations, In extends "path" | "query"> =
  NonNullable<operations[Id]["parameters"][In]> extends infer Fields
    ? [Fields] extends [never]
      ? unknown
      : Fields
    : never;

type Body<Id extends keyof operations> = operations[Id] extends { requestBody?: infer Request }
  ? [NonNullable<Request>] extends [never]
    ? unknown
    : NonNullable<Request> extends { content: { "application/json": infer Fields } }
      ? Fields
      : { file: string | Blob }
  : unknown;

type Flat<T> = { [Key in keyof T]: T[Key] };

/** What an operation takes: its path's, query's and body's fields side by side, as no two of them have the same name. */
export type Input<Id extends keyof operations> = Flat<Part<Id, "path"> & Part<Id, "query"> & Body<Id>>;

/** What an operation answers. */
export type Output<Id extends keyof operations> = operations[Id]["responses"] extends infer Answers
  ? Answers extends { 200: { content: { "application/json": infer Value } } }
    ? Value
    : Answers extends { 201: { content: { "application/json": infer Value } } }
      ? Value
      : Response
  : never;

/** One page of a list, and all that follow: `for await (const item of list)`. */
export type Listing<Page, Item> = Promise<Page> &
  AsyncIterable<Item> & {
    /** Page after page, beginning with this one. */
    pages(): AsyncIterable<Page>;
  };

type Answer<Page> = Page extends { data: (infer Item)[]; next_cursor: string | null }
  ? Listing<Page, Item>
  : Page extends { entries: (infer Item)[]; pagination: unknown }
    ? Listing<Page, Item>
    : Page extends (infer Item)[]
      ? Listing<Page, Item>
      : Page extends { tokens: (infer Token)[]; codes: (infer Code)[] }
        ? Listing<Page, Token | Code>
        : Promise<Page>;

type Call<Id extends keyof operations> =
  Record<never, never> extends Input<Id>
    ? (input?: Input<Id>, options?: RequestOptions) => Answer<Output<Id>>
    : (input: Input<Id>, options?: RequestOptions) => Answer<Output<Id>>;

type Table = typeof OPERATIONS;

/** A method for each operation, by the group it belongs to. */
export type Calls = {
  [Group in keyof Table]: {
    [Method in keyof Table[Group]]: Table[Group][Method] extends { id: infer Id extends keyof operations }
      ? Call<Id>
      : never;
  };
};
