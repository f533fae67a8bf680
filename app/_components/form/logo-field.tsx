"use client";

import { type ComponentProps, type Ref, useRef } from "react";
import { logoProblem } from "../../../server/domain/tenants/logos/picture.ts";
import { asSentence } from "../../../server/platform/schema/words-for-issue.ts";
import { errorIssues } from "../../_lib/api.ts";
import { explainFailure } from "../../_lib/explain-failure.ts";
import { useAction } from "../../_lib/use-loaded.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/input.tsx";

type Props = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "ref"> & {
  value: string;
  onChange: (address: string) => void;
  /** Says at the field why a picture cannot be used. */
  onProblem: (message: string) => void;
  ref: Ref<HTMLInputElement>;
};

/** A field for a logo: the address of a picture, or a file, which is uploaded and has an address then. The form saves it. */
export function LogoField({ value, onChange, onProblem, ref, ...rest }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const upload = useAction((api, form: FormData) => api.settings.uploadLogo.mutate(form), { isQuiet: true });

  async function choose(chosen: File): Promise<void> {
    const problem = logoProblem(new Uint8Array(await chosen.arrayBuffer()));
    if (problem !== null) return onProblem(asSentence(`The file ${problem}`));
    const form = new FormData();
    form.set("file", chosen);
    try {
      onChange((await upload.mutateAsync(form)).logo_url);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      const [issue] = errorIssues(failure);
      onProblem(issue ? asSentence(`The file ${issue.message}`) : await explainFailure(failure));
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Input
        {...rest}
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-48 flex-1"
      />
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file may be chosen again once it is mended.
          event.target.value = "";
          if (chosen) void choose(chosen);
        }}
      />
      <Button variant="secondary" disabled={upload.isPending} onClick={() => file.current?.click()}>
        {upload.isPending ? "Uploading…" : "Upload a file"}
      </Button>
      {value !== "" && (
        <Button variant="ghost" aria-label="Remove the logo" onClick={() => onChange("")}>
          Remove
        </Button>
      )}
    </div>
  );
}
