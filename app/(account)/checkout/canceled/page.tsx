import { Undo2 } from "lucide-react";
import type { Metadata } from "next";
import { NoticePage } from "../../../_components/notice-page.tsx";

export const metadata: Metadata = { title: "Checkout canceled" };

/** Where a checkout returns to when it is broken off and its tenant names no page of its own. */
export default function CheckoutCanceledPage() {
  return (
    <NoticePage
      icon={
        <span className="flex size-full items-center justify-center rounded-full bg-subtle text-muted">
          <Undo2 aria-hidden />
        </span>
      }
      title="Your checkout was canceled"
    >
      <p>Nothing was charged and nothing has changed.</p>
      <p>To try again, close this page, go back to where you came from and start the checkout once more.</p>
    </NoticePage>
  );
}
