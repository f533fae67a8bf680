"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";

const InvoiceSheet = dynamic(() => import("./invoice-sheet.tsx").then((part) => part.InvoiceSheet), {
  ssr: false,
});

/** The invoice that the address names (`?invoice=`), over the page; nothing where it names none. */
export function InvoiceOfAddress() {
  const [chosen, setChosen] = useQueryState("invoice", parseAsString);
  return chosen && <InvoiceSheet id={chosen} close={() => void setChosen(null)} />;
}
