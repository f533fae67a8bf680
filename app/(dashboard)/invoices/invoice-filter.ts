import { BY_CARD, BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import { COLLECTED, PARTLY_PAID } from "../../../server/platform/schema/words.ts";
import { chosenFilters, type Filter, statusFilter } from "../../_components/table/list.ts";
import type { ListState } from "../../_components/table/list-state.ts";
import type { Api } from "../../_lib/api.ts";
import { formatMonth, recentMonths } from "../revenue/months.ts";

export type InvoiceFilter = Parameters<Api["invoices"]["sum"]["query"]>[0];

/** What narrows a list of all customers' invoices. Those of 0, such as those of trials, are left out unless one asks for them. */
export const ZERO_FILTER: Filter = {
  name: "zero",
  label: "Zero amounts",
  none: "Hide zero amounts",
  options: [{ value: "true", label: "Show zero amounts" }],
};

/** The filters of a list of invoices. The months are those of the files for the accountant, which are UTC. */
export const invoiceFilters = ({ isOfAll }: { isOfAll: boolean }): Filter[] => [
  { ...statusFilter(["DRAFT", "OPEN", "PAID", "VOID", "UNCOLLECTIBLE"]), isInViews: isOfAll },
  {
    name: "provider",
    label: "Payment",
    options: [
      { value: BY_CARD, label: COLLECTED[BY_CARD] },
      { value: BY_INVOICE, label: COLLECTED[BY_INVOICE] },
    ],
  },
  ...(isOfAll
    ? [
        {
          name: "month",
          label: "Issued (UTC)",
          options: recentMonths().map((month) => ({ value: month, label: formatMonth(month) })),
        },
      ]
    : []),
  { name: "part", label: "Paid", options: [{ value: "true", label: PARTLY_PAID }] },
  {
    name: "overdue",
    label: "Due date",
    isInViews: isOfAll,
    options: [{ value: "true", label: "Overdue" }],
  },
  ...(isOfAll ? [ZERO_FILTER] : []),
];

/** What narrows the list. The server validates it: it comes from the address bar. */
export function filterOf(state: Pick<ListState, "q" | "filters">): InvoiceFilter {
  const { q, filters } = state;
  const { overdue, part, zero: _, ...others } = filters;
  return {
    ...(q && { q }),
    ...chosenFilters(others),
    ...(overdue === "true" && { is_overdue: true }),
    ...(part === "true" && { is_partly_paid: true }),
    ...(leavesOutZero(state) && { is_zero: false }),
  } as InvoiceFilter;
}

/** Whether the list leaves out invoices of 0: not where something is searched for, nor where there is no such filter. */
export const leavesOutZero = ({ q, filters }: Pick<ListState, "q" | "filters">): boolean =>
  filters.zero === "" && q === "";
