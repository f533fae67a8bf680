"use client";

import { useId } from "react";
import { Button } from "../_components/ui/button.tsx";
import { Input } from "../_components/ui/input.tsx";
import { Label } from "../_components/ui/label.tsx";
import { useClipboard } from "../_components/use-clipboard.ts";

interface CopyLinkProps {
  link: string;
  label: string;
  copy: string;
  copied: string;
}

/** A link to share: a field that shows it, and a button that copies it. */
export function CopyLink({ link, label, copy: copyText, copied: copiedText }: CopyLinkProps) {
  const id = useId();
  const { isCopied, copy } = useClipboard(link);
  return (
    <>
      <Label htmlFor={id} className="text-foreground">
        {label}
      </Label>
      <div className="mt-1.5 flex gap-2">
        <Input id={id} value={link} readOnly onFocus={({ target }) => target.select()} />
        <Button variant="secondary" onClick={copy}>
          {isCopied ? copiedText : copyText}
        </Button>
      </div>
    </>
  );
}
