import { statusLabel } from "../status-badge.tsx";
import type { ListState } from "./list-state.ts";

export interface Filter {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  /** The choice of none, where that is not "any". */
  none?: string;
  /** Views of the page choose it: the list's bar leaves it out. */
  isInViews?: boolean;
}

export interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

/** A part of a file that an operation writes. */
export interface FilePart {
  text: string;
  rows: number;
  next_cursor: string | null;
}

/** A query of the API that answers one page of a list: what it answers depends on its input alone. */
export interface PageQuery<Input, Row> {
  query: (input: Input, options: { signal?: AbortSignal }) => Promise<Page<Row>>;
}

/** The part of a query's input that says which page. */
export interface PageInput {
  limit: number;
  cursor?: string;
}

export const SUBSCRIPTION_STATUSES = ["ACTIVE", "TRIALING", "PAST_DUE", "UNPAID", "PAUSED", "CANCELED"];

/** A filter by status, with the labels of the badges. */
export const statusFilter = (statuses: readonly string[], label = "Status"): Filter => ({
  name: "status",
  label,
  options: statuses.map((value) => ({ value, label: statusLabel(value) })),
});

/** The filters that are set. */
export const chosenFilters = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));

/** Search, filters, order and page as an operation takes them. They come from the URL, so the server validates them. */
export const listInput = ({ q, filters, sort, order }: ListState, page: PageInput) => ({
  ...page,
  sort,
  order,
  ...narrowing({ q, filters }),
});

/** Search and filters alone. */
export const narrowing = ({ q, filters }: Pick<ListState, "q" | "filters">) => ({
  ...(q && { q }),
  ...chosenFilters(filters),
});
