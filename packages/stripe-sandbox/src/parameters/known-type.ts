/** What the SDK's types say that a parameter can be on the wire, where everything is a text, a list or an object of them. */
export type KnownType =
  | "boolean"
  | "number"
  | "string"
  /** Names of the caller's own, such as metadata's. */
  | "map"
  | { choices: string[] }
  | { fields: Fields }
  | { list: KnownType }
  | { any: KnownType[] };

export type Fields = { [name: string]: KnownType };
