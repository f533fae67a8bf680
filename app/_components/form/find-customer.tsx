"use client";

import { useCombobox } from "downshift";
import { Search, UserPlus } from "lucide-react";
import { type ComponentProps, type Ref, useDeferredValue } from "react";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { customerLines } from "../../_lib/customer-lines.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { statusLabel } from "../status-badge.tsx";
import { Input } from "../ui/input.tsx";

type Customer = Awaited<ReturnType<Api["customers"]["list"]["query"]>>["data"][number];
type Item = { id: string; customer: Customer | null };

const MOST = 6;
const LONGEST = 200;
const NEW: Item = { id: "new", customer: null };

/** The customers that match what is typed, the newest first while nothing is. */
export function useFoundCustomers(typed: string) {
  const wanted = useDeferredValue(typed.trim().slice(0, LONGEST));
  return useLoaded(
    "customers to choose from",
    wanted,
    (api, signal) =>
      api.customers.list.query({ limit: MOST, ...(wanted !== "" && { q: wanted }) }, { signal }),
    { keepsPrevious: true },
  );
}

interface Props extends Omit<ComponentProps<"input">, "ref"> {
  id: string;
  ref?: Ref<HTMLInputElement>;
  typed: string;
  onTyped: (typed: string) => void;
  onChoose: (customer: Customer) => void;
  /** None of them: what was typed is of a new one. Without it the field is for those who are there, and text that is left in it stays. */
  onNew?: (typed: string) => void;
}

/** A search for a customer by name, address or identifier, under a label of its own. */
export function FindCustomer({ id, typed, onTyped, onChoose, onNew, onBlur, ref, ...rest }: Props) {
  const { data } = useFoundCustomers(typed);
  const found = (data?.data ?? []).map((customer): Item => ({ id: customer.id, customer }));
  const items = onNew ? [...found, NEW] : found;
  const { isOpen, getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox<Item>({
    id,
    inputId: id,
    items,
    inputValue: typed,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    itemToString: () => "",
    // Leaving the field chooses no customer.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...state, isOpen: false } : changes,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem?.customer) onChoose(selectedItem.customer);
      else if (selectedItem) onNew?.(typed.trim());
    },
  });
  const isShown = isOpen && items.length > 0;
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
      <Input
        {...rest}
        {...getInputProps({
          ref,
          // At once, so that fast typing loses nothing.
          onChange: ({ currentTarget }) => onTyped(currentTarget.value),
          onBlur,
          // Its label is beside it, and names it by its id.
          "aria-labelledby": undefined,
        })}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className="pl-9"
      />
      <ul
        {...getMenuProps({ "aria-labelledby": undefined, "aria-label": "Customers" })}
        className={cn(
          "absolute inset-x-0 top-full z-20 mt-1 max-h-96 overflow-y-auto rounded-md border bg-surface p-1 shadow-raised",
          !isShown && "hidden",
        )}
      >
        {isShown &&
          items.map((item, index) => (
            <li
              key={item.id}
              {...getItemProps({ item, index })}
              className={cn(
                "flex min-h-10 cursor-pointer items-center gap-3 rounded px-2.5 py-1.5 text-[0.8125rem]",
                index === highlightedIndex && "bg-subtle",
              )}
            >
              {item.customer ? (
                <Row customer={item.customer} />
              ) : (
                <>
                  <UserPlus aria-hidden className="size-4 shrink-0 text-muted" />
                  <span className="min-w-0 truncate">
                    {typed.trim() ? `New customer “${typed.trim()}”` : "New customer"}
                  </span>
                </>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}

function Row({ customer }: { customer: Customer }) {
  const [first, second] = customerLines(customer);
  const has = customer.subscriptions
    .map(({ plan_name: plan, status }) => `${plan}, ${statusLabel(status).toLowerCase()}`)
    .join("; ");
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{first}</span>
        {second && <span className="block truncate text-xs text-muted">{second}</span>}
      </span>
      {has && <span className="max-w-[45%] shrink-0 truncate text-xs text-muted">{has}</span>}
    </>
  );
}
