import { Card } from "../../_components/ui/card.tsx";
import { ExportControls } from "./export-controls.tsx";

/** The files for the accountant, below the figures that they add up to. */
export function ExportCard() {
  return (
    <Card aria-label="Files for the accountant" className="p-4">
      <h2 className="text-[0.8125rem] font-medium text-muted">Files for the accountant</h2>
      <p className="mt-0.5 mb-3 text-xs text-muted">
        CSV by month (UTC): what was issued, and what was booked. Amounts are decimals with their currency.
        The ZIP says which column adds up to which figure.
      </p>
      <ExportControls />
    </Card>
  );
}
