import { Check } from "lucide-react";
import type { Metadata } from "next";
import { NoticePage } from "../../../_components/notice-page.tsx";

export const metadata: Metadata = { title: "Checkout complete" };

/** Where a checkout returns to when its tenant names no page of its own. */
export default function CheckoutSuccessPage() {
  return (
    <NoticePage
      icon={
        <span className="flex size-full items-center justify-center rounded-full bg-positive-ground text-positive">
          <Check aria-hidden />
        </span>
      }
      title="Thank you, your checkout is complete"
    >
      <p>Your subscription starts as soon as the payment is confirmed.</p>
      <p>You can close this page and go back to where you came from.</p>
    </NoticePage>
  );
}
