import { Readable } from "node:stream";
import type { z } from "zod";
import { sha256 } from "../../platform/crypto.ts";
import type { Scope } from "../scope.ts";
import type { ImportedText } from "./browse-schema.ts";
import { importWaitlist } from "./import-waitlist.ts";

/** As the import of a file, for a part of one that the dashboard sends; the same part again changes nothing. K4012. */
export function importText(scope: Scope, { csv }: { csv: string }): Promise<z.output<typeof ImportedText>> {
  const file = {
    sha256: sha256(csv),
    charset: null,
    open: () => Readable.from([csv]),
    discard: async () => undefined,
  };
  return importWaitlist(scope, { file });
}
