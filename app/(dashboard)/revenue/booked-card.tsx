import { Card } from "../../_components/ui/card.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { formatMoney } from "../../_lib/format.ts";
import { formatMonth } from "./months.ts";

type Booked = Awaited<ReturnType<Api["revenue"]["booked"]["query"]>>["data"][number];
type Figures = Booked["total"];

interface Column {
  name: string;
  of: (figures: Figures) => number;
  /** What the figure is, below the table, where the name does not say it. */
  meaning?: string;
  /** Shown also where it is nothing in every month. */
  isMain?: true;
}

/** The figures in the order in which they add up: the first four come to what is billed, received and refunds to what is collected. */
const COLUMNS: Column[] = [
  {
    name: "Charged",
    of: ({ charged }) => charged,
    isMain: true,
    meaning: "before what is taken off",
  },
  { name: "Discounts", of: ({ discounts }) => -discounts },
  { name: "Credit notes", of: ({ credit_notes: notes }) => -notes },
  { name: "Taxes included", of: ({ tax_included: tax }) => -tax },
  {
    name: "Billed",
    of: ({ billed }) => billed,
    isMain: true,
    meaning: "after discounts and credit notes, without taxes",
  },
  { name: "Taxes", of: ({ tax }) => tax },
  {
    name: "Received",
    of: ({ collected, refunded }) => collected + refunded,
    meaning: "without disputed payments",
  },
  { name: "Refunds", of: ({ refunded }) => -refunded },
  {
    name: "Collected",
    of: ({ collected }) => collected,
    isMain: true,
    meaning: "received, less all that went back",
  },
  {
    name: "Credit given",
    of: ({ credit_given: given }) => given,
    meaning: "what became the customers’ credit",
  },
  {
    name: "Given back",
    of: ({ given_back: given }) => given,
    meaning: "refunds without a credit note, and credit by hand at Stripe; it stays billed",
  },
  { name: "Written off", of: ({ written_off: off }) => off },
];

/** Close together, so that a screen of 1,280 pixels shows nine or ten figures; more scroll. */
const SIDES = "px-2 last:pr-4";

/** What the journal says of each month, so that billed and collected revenue can be added up, and the gap between them explained. */
export function BookedCard({
  booked: { months, total },
  currency,
}: {
  booked: Pick<Booked, "months" | "total">;
  currency: string;
}) {
  const money = (amount: number) => (amount === 0 ? "–" : formatMoney(amount, currency));
  const shown = months.filter((month) => COLUMNS.some(({ of }) => of(month) !== 0));
  if (shown.length === 0) return null;
  const columns = COLUMNS.filter(({ of, isMain }) => isMain || shown.some((month) => of(month) !== 0));
  return (
    <Card aria-label="From charged to collected" className="min-w-0">
      <div className="px-4 pt-3.5 pb-2">
        <h2 className="text-[0.8125rem] font-medium text-muted">From charged to collected</h2>
      </div>
      <section
        aria-label="Figures by month"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must reach
        tabIndex={0}
        className="scroll-hint overflow-x-auto pb-2"
      >
        <Table aria-label="From charged to collected" className="first-column-stays">
          <thead>
            <TableRow>
              <ColumnHead className="py-2 align-bottom">Month</ColumnHead>
              {columns.map(({ name }) => (
                <ColumnHead
                  key={name}
                  className={cn("py-2 text-right align-bottom whitespace-normal", SIDES)}
                >
                  {name}
                </ColumnHead>
              ))}
            </TableRow>
          </thead>
          <tbody>
            {[
              ...shown.map((month) => ({ name: formatMonth(month.month), of: month })),
              { name: "All", of: total },
            ].map(({ name, of: figures }) => (
              <TableRow key={name}>
                <TableCell className="whitespace-nowrap">{name}</TableCell>
                {columns.map(({ name: column, of }) => (
                  <TableCell key={column} className={cn("text-right whitespace-nowrap tabular-nums", SIDES)}>
                    {money(of(figures))}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
      <dl className="border-t px-4 py-2.5 text-xs text-muted">
        {columns.map(
          ({ name, meaning }) =>
            meaning && (
              <div key={name} className="mr-4 inline-block">
                <dt className="inline font-medium">{name}:</dt> <dd className="inline">{meaning}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
