"use client";

import { TriangleAlert } from "lucide-react";
import { NoticePage } from "./notice-page.tsx";
import { Button } from "./ui/button.tsx";

/** Shown after an error on our side: the reference that our log also has, and a button to retry. */
export function FailureNotice({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <NoticePage
      icon={
        <span className="flex size-full items-center justify-center rounded-full bg-negative-ground text-negative">
          <TriangleAlert aria-hidden />
        </span>
      }
      title="Something went wrong on our side"
      actions={<Button onClick={retry}>Try again</Button>}
    >
      <p>Try again in a moment. If it keeps failing, tell the person who runs this installation.</p>
      {reference && (
        <p>
          Reference <code className="font-mono text-xs text-foreground">{reference}</code>
        </p>
      )}
    </NoticePage>
  );
}
