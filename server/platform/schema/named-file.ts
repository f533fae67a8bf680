/** A file and the name under which a browser saves it. */
export interface NamedFile {
  /** As people write it: the number of a document, say. */
  name: string;
  ending: "pdf";
  body: AsyncIterable<Uint8Array>;
}

/** Whether a value is a file with a name. */
export function isNamedFile(value: unknown): value is NamedFile {
  return typeof value === "object" && value !== null && "body" in value && "ending" in value;
}

/** The header for a file that is shown in the browser. Names come from tenants: what is no plain letter or digit becomes a hyphen. */
export function dispositionOf({ name, ending }: NamedFile): string {
  return `inline; filename="${name.replace(/[^A-Za-z0-9._-]+/g, "-")}.${ending}"`;
}
