"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LARGEST_FORM_FILE } from "../../../server/platform/schema/upload.ts";
import { DiscardQuestion } from "../../_components/form/discard-question.tsx";
import { RefusalText } from "../../_components/refusal-text.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogTrigger,
} from "../../_components/ui/dialog.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount } from "../../_lib/format.ts";
import { reasonOf } from "../../_lib/reason.ts";
import { useUnsaved } from "../../_lib/unsaved.ts";
import { useAction } from "../../_lib/use-loaded.ts";
import { type Chosen, ImportFields } from "./import-fields.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportResult } from "./import-result.tsx";

const NOTHING: Chosen = { file: null, charset: "" };

/** Imports a CSV file. The server parses it and returns a preview; the import starts after the user confirms it. */
export function ImportDialog() {
  const { api } = useDashboard();
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [chosen, setChosen] = useState(NOTHING);
  const preview = useMutation({ mutationFn: (form: FormData) => api.waitlist.previewFile.mutate(form) });
  const run = useAction((api, form: FormData) => api.waitlist.importFile.mutate(form), { isQuiet: true });
  const isTooLarge = (chosen.file?.size ?? 0) > LARGEST_FORM_FILE;
  const failure = run.error ?? preview.error;
  const readable = preview.data?.readable ?? 0;
  // A file that was chosen and not imported.
  const isChosen = chosen.file !== null && !run.data;
  useUnsaved(isOpen && isChosen);

  function choose(next: Chosen) {
    setChosen(next);
    run.reset();
    preview.reset();
    if (next.file && next.file.size <= LARGEST_FORM_FILE) preview.mutate(formOf(next));
  }

  function open(isWanted: boolean) {
    setIsOpen(isWanted);
    setIsAsking(false);
    choose(NOTHING);
  }

  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button variant="secondary">Import</Button>
      </DialogTrigger>
      <DialogContent
        title="Import from CSV"
        description={!run.data && <Columns />}
        onClosing={() => {
          if (isChosen) setIsAsking(true);
          return isChosen;
        }}
      >
        <DialogBody>
          {run.data ? (
            <ImportResult result={run.data} />
          ) : (
            <>
              <ImportFields chosen={chosen} choose={choose} isBusy={run.isPending} />
              {isTooLarge && (
                <Alert tone="negative">
                  The file is larger than {formatCount(LARGEST_FORM_FILE / 1_000_000)} MB. Send it with POST
                  /v1/waitlist/import, which takes up to 200 MB, or split it.
                </Alert>
              )}
              {preview.isPending && (
                <p role="status" className="text-muted">
                  Reading the file…
                </p>
              )}
              {failure && (
                <Alert tone="negative">
                  <RefusalText>{reasonOf(failure)}</RefusalText>
                </Alert>
              )}
              {preview.data && <ImportPreview preview={preview.data} />}
            </>
          )}
        </DialogBody>
        {run.data && (
          <DialogFooter>
            <Button variant="secondary" onClick={() => choose(NOTHING)}>
              Another file
            </Button>
          </DialogFooter>
        )}
        {isAsking && <DiscardQuestion keep={() => setIsAsking(false)} discard={() => open(false)} />}
        {!isAsking && !run.data && readable > 0 && (
          <DialogFooter>
            <Button disabled={run.isPending} onClick={() => run.mutate(formOf(chosen))}>
              {run.isPending
                ? "Importing…"
                : `Import ${formatCount(readable)} ${readable === 1 ? "person" : "people"}`}
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Columns() {
  return (
    <>
      The first line names the columns. <code>email</code> (or E-Mail) is required; <code>name</code>,{" "}
      <code>created_at</code> and <code>metadata</code> are known; other columns become metadata.
    </>
  );
}

/** Sends the raw bytes: only the server decodes them. */
function formOf({ file, charset }: Chosen): FormData {
  const form = new FormData();
  if (file) form.set("file", file);
  if (charset !== "") form.set("charset", charset);
  return form;
}
