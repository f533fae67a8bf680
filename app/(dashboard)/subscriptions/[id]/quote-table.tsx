import { Day } from "../../../_components/moment.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../../_components/ui/table.tsx";
import type { Api } from "../../../_lib/api.ts";
import { formatMoney } from "../../../_lib/format.ts";
import { quoteRows } from "../../../_quote/quote-rows.ts";

type Quote = Awaited<ReturnType<Api["subscriptions"]["previewChange"]["mutate"]>>;

const SUMS = { discount: "Discount", tax: "Tax", earlierCredit: "Credit from earlier changes" } as const;

/** What a change costs now, with the next invoice and in the next period. */
export function QuoteTable({ quote, isByCard }: { quote: Quote; isByCard: boolean }) {
  const money = (amount: number) => formatMoney(amount, quote.currency);
  const { sums, result } = quoteRows(quote);
  return (
    <div className="scroll-hint overflow-x-auto rounded-md border">
      <Table aria-label="What it costs">
        <thead>
          <TableRow>
            <ColumnHead>Line</ColumnHead>
            <ColumnHead className="text-right">Amount</ColumnHead>
          </TableRow>
        </thead>
        <tbody>
          {quote.lines.map((line) => (
            <TableRow key={`${line.description} ${line.amount}`}>
              <TableCell>{line.description}</TableCell>
              <TableCell className="text-right tabular-nums">{money(line.amount)}</TableCell>
            </TableRow>
          ))}
          {sums.map(({ name, amount }) => (
            <TableRow key={name}>
              <TableCell>{SUMS[name]}</TableCell>
              <TableCell className="text-right tabular-nums">{money(amount)}</TableCell>
            </TableRow>
          ))}
          <TableRow>
            <TableCell className="font-medium">
              {result.name === "credit"
                ? "Credit for the next invoice"
                : isByCard
                  ? "Charged now"
                  : "Invoiced now"}
            </TableCell>
            <TableCell className="text-right font-medium tabular-nums">{money(result.amount)}</TableCell>
          </TableRow>
          {quote.overage.features.map((one) => (
            <TableRow key={one.feature_key}>
              <TableCell className="text-muted">
                {one.feature_name} past the limit so far, on the next invoice
              </TableCell>
              <TableCell className="text-right text-muted tabular-nums">{money(one.amount)}</TableCell>
            </TableRow>
          ))}
          <NextPeriod quote={quote} />
        </tbody>
      </Table>
    </div>
  );
}

/** What the next period costs and what pays it; or that there is none. */
function NextPeriod({ quote: { next, ends_at: ends, currency } }: { quote: Quote }) {
  const money = (amount: number) => formatMoney(amount, currency);
  if (next === null)
    return (
      <TableRow>
        <TableCell className="text-muted">
          No next period: it ends
          {ends && (
            <>
              {" on "}
              <Day iso={ends} relative="behind" />
            </>
          )}
        </TableCell>
        <TableCell className="text-right text-muted tabular-nums">{money(0)}</TableCell>
      </TableRow>
    );
  return (
    <>
      <TableRow>
        <TableCell className="text-muted">
          The next period
          {next.at && (
            <>
              , <Day iso={next.at} relative="behind" />
            </>
          )}
        </TableCell>
        <TableCell className="text-right text-muted tabular-nums">{money(next.amount)}</TableCell>
      </TableRow>
      {next.credit > 0 && (
        <TableRow>
          <TableCell className="text-muted">Of that, paid from credit</TableCell>
          <TableCell className="text-right text-muted tabular-nums">{money(-next.credit)}</TableCell>
        </TableRow>
      )}
    </>
  );
}
