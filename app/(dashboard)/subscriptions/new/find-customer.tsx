"use client";

import { useCombobox } from "downshift";
import { Search, UserPlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { statusLabel } from "../../../_components/status-badge.tsx";
import { Input } from "../../../_components/ui/input.tsx";
import type { Api } from "../../../_lib/api.ts";
import { cn } from "../../../_lib/cn.ts";
import { customerLines } from "../../../_lib/customer-lines.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";

type Customer = Awaited<ReturnType<Api["customers"]["list"]["query"]>>["data"][number];
type Item = { id: string; customer: Customer | null };

const MOST = 6;
const LONGEST = 200;
const NEW: Item = { id: "new", customer: null };

interface Props {
  id: string;
  error: string | undefined;
  onChoose: (customerId: string) => void;
  /** None of them: what was typed is of a new one. */
  onNew: (typed: string) => void;
}

/** A search for a customer by name, address or identifier: the newest first while nothing is typed. */
export function FindCustomer({ id, error, onChoose, onNew }: Props) {
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed.trim().slice(0, LONGEST));
  const { data } = useLoaded(
    "customers to choose from",
    wanted,
    (api, signal) =>
      api.customers.list.query({ limit: MOST, ...(wanted !== "" && { q: wanted }) }, { signal }),
    { keepsPrevious: true },
  );
  const items = [...(data?.data ?? []).map((customer): Item => ({ id: customer.id, customer })), NEW];
  const { isOpen, getInputProps, getMenuProps, getItemProps, getLabelProps, highlightedIndex } =
    useCombobox<Item>({
      id,
      inputId: id,
      items,
      inputValue: typed,
      selectedItem: null,
      defaultHighlightedIndex: 0,
      itemToString: () => "",
      onSelectedItemChange: ({ selectedItem }) => {
        if (selectedItem?.customer) onChoose(selectedItem.customer.id);
        else if (selectedItem) onNew(typed.trim());
      },
    });
  return (
    <div className="space-y-1.5">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: downshift names the field */}
      <label {...getLabelProps()} className="text-[0.8125rem] font-medium">
        Find by name, e-mail address or your own id
      </label>
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
        <Input
          {...getInputProps({
            // At once, so that fast typing loses nothing.
            onChange: ({ currentTarget }) => setTyped(currentTarget.value),
            "aria-invalid": error ? true : undefined,
            "aria-describedby": error ? `${id}-error` : undefined,
            "aria-required": true,
          })}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          className="pl-9"
        />
        <ul
          {...getMenuProps()}
          className={cn(
            "absolute inset-x-0 top-full z-20 mt-1 max-h-96 overflow-y-auto rounded-md border bg-surface p-1 shadow-raised",
            !isOpen && "hidden",
          )}
        >
          {isOpen &&
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
