import type { FieldValues } from "react-hook-form";
import type { Api } from "../../../_lib/api.ts";

type Settings = Awaited<ReturnType<Api["settings"]["get"]["query"]>>;

interface Props {
  /** What is typed in the form of the letterhead. */
  typed: FieldValues;
  settings: Pick<Settings, "name" | "brand_color" | "logo_url" | "invoice_number_prefix">;
}

/** The head and foot of a small invoice, as the typed letterhead makes them. */
export function InvoicePreview({ typed, settings }: Props) {
  const { name, brand_color: color, logo_url: logo, invoice_number_prefix: prefix } = settings;
  const seller = text(typed.invoice_seller) || name;
  const payment = text(typed.invoice_payment);
  return (
    <figure>
      <div className="rounded border bg-white p-4 text-[0.6875rem] leading-4 text-neutral-900 shadow-sm">
        <svg aria-hidden viewBox="0 0 100 2" preserveAspectRatio="none" className="mb-3 h-1 w-full">
          <rect width="100" height="2" fill={color} />
        </svg>
        <div className="flex items-start justify-between gap-4">
          <p className="text-sm font-semibold">{logo ? `${name} (your logo)` : name}</p>
          <p className="shrink-0 text-right">
            <span className="block text-sm font-semibold">Invoice</span>
            <span className="text-neutral-600">{prefix}00042</span>
          </p>
        </div>
        <div className="mt-4 grid grid-cols-2 gap-4">
          <Block title="From" text={seller} />
          <Block title="To" text={"Your customer\nThe customer's address"} />
        </div>
        <p className="mt-4 flex justify-between border-t border-neutral-300 pt-2 font-medium">
          <span>Left to pay</span>
          <span>$49.00</span>
        </p>
        <div className="mt-4">
          <Block title="How to pay" text={payment || "Nothing yet: customers are not told where to pay."} />
        </div>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        So the head and foot of an invoice look. Issued invoices keep the letterhead of their day.
      </figcaption>
    </figure>
  );
}

function Block({ title, text: lines }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="text-neutral-600">{title}</p>
      <p className="break-words whitespace-pre-line">{lines}</p>
    </div>
  );
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
