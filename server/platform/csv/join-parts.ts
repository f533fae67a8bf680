import type { FilePart } from "../schema/exported-file.ts";

/** The whole file from its parts. */
export async function* joinParts(
  read: (cursor: string | undefined) => Promise<FilePart>,
): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const part = await read(cursor);
    yield part.text;
    cursor = part.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
