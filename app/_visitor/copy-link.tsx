"use client";

import { useId, useState } from "react";
import { Button } from "../_components/ui/button.tsx";
import { Input } from "../_components/ui/input.tsx";
import { Label } from "../_components/ui/label.tsx";

interface CopyLinkProps {
  link: string;
  label: string;
  copy: string;
  copied: string;
}

/** A link to pass on: a field to copy from, and a button that does it. */
export function CopyLink({ link, label, copy, copied }: CopyLinkProps) {
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <>
      <Label htmlFor={id} className="text-foreground">
        {label}
      </Label>
      <div className="mt-1.5 flex gap-2">
        <Input id={id} value={link} readOnly onFocus={({ target }) => target.select()} />
        <Button
          variant="secondary"
          onClick={() => navigator.clipboard.writeText(link).then(() => setIsCopied(true))}
        >
          {isCopied ? copied : copy}
        </Button>
      </div>
    </>
  );
}
