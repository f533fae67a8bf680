import { z } from "zod";

/** A file as a stream of its text. */
export const ExportedFile = z
  .custom<AsyncIterable<string>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  )
  .meta({ override: { type: "string" } });

/** A part of the same file, for the dashboard, which puts the file together in the browser. */
export const FilePart = z.object({
  text: z.string().meta({ description: "The first begins with the header." }),
  rows: z.number().int(),
  next_cursor: z.string().nullable(),
});
export type FilePart = z.output<typeof FilePart>;
