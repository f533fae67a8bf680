import { Compass } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { BareFrame } from "./_components/bare-frame.tsx";
import { NoticePage } from "./_components/notice-page.tsx";
import { Button } from "./_components/ui/button.tsx";
import { DOCS } from "./docs/_content/links.ts";

export const metadata: Metadata = { title: "Page not found" };

/** Whatever has no page. It is readable without scripts. */
export default function NotFound() {
  return (
    <BareFrame>
      <NoticePage
        icon={
          <span className="flex size-full items-center justify-center rounded-full bg-subtle text-muted">
            <Compass aria-hidden />
          </span>
        }
        title="There is no page here"
        actions={
          <>
            <Button asChild variant="secondary">
              <Link href="/" prefetch={false}>
                Go to the home page
              </Link>
            </Button>
            <Button asChild variant="secondary">
              <Link href={DOCS} prefetch={false}>
                Read the documentation
              </Link>
            </Button>
          </>
        }
      >
        <p>The address may be mistyped, or the page has moved.</p>
      </NoticePage>
    </BareFrame>
  );
}
