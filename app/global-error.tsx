"use client";

import { FailureNotice } from "./_components/failure-notice.tsx";
import "./globals.css";

/** When even the frame around the pages broke. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong · Usher</title>
      </head>
      <body>
        <main className="flex min-h-dvh items-center">
          <FailureNotice error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
