import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { randomSecret } from "./crypto.ts";
import type { EncodedFile, Upload } from "./schema/upload.ts";

/** The stream was longer than the limit. */
export class UploadTooLarge extends Error {}

/**
 * Writes a stream to a temporary file, at most limit bytes. Its discard() closes what was opened, because a reader that
 * stops early does not. Throws UploadTooLarge, or what the stream or the disk throws.
 */
export async function spool(source: Readable, limit: number): Promise<Omit<Upload, "charset">> {
  const path = join(tmpdir(), `usher-upload-${randomSecret(128)}`);
  const hash = createHash("sha256");
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      hash.update(chunk);
      done(size > limit ? new UploadTooLarge() : null, chunk);
    },
  });
  const opened = new Set<ReadStream>();
  const open = () => {
    const stream = createReadStream(path);
    opened.add(stream);
    return stream.once("close", () => opened.delete(stream));
  };
  const discard = async () => {
    for (const stream of opened) stream.destroy();
    await rm(path, { force: true });
  };
  try {
    await pipeline(source, meter, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await discard();
    throw error;
  }
  return { sha256: hash.digest("hex"), open, discard };
}

/** A file of a form, which is in memory already. */
export async function fileOfForm(form: { file: Blob; charset?: string | undefined }): Promise<EncodedFile> {
  const bytes = Buffer.from(await form.file.arrayBuffer());
  return { charset: form.charset ?? null, open: () => Readable.from([bytes]) };
}
