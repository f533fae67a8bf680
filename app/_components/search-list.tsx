"use client";

import { type UseComboboxStateChangeTypes, useCombobox } from "downshift";
import { Search } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { cn } from "../_lib/cn.ts";

export interface Found {
  id: string;
  content: ReactNode;
  open: () => void;
}

export interface FoundGroup {
  heading?: string;
  items: Found[];
}

const { InputBlur, InputClick, InputKeyDownEscape, MenuMouseLeave } = useCombobox.stateChangeTypes;
/** The list is always open with one active option; only the dialog around it closes. */
const LEAVES_ALL: UseComboboxStateChangeTypes[] = [InputBlur, InputClick, InputKeyDownEscape, MenuMouseLeave];

interface Props {
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  groups: FoundGroup[];
  /** Shown when the groups are empty. */
  empty: string;
  className: string;
  itemClassName: string;
}

/** A search field with its results below, which work with keyboard and pointer. The first result is active at first. */
export function SearchList({
  label,
  placeholder,
  typed,
  onType,
  groups,
  empty,
  className,
  itemClassName,
}: Props) {
  const id = useId();
  const filled = groups.filter(({ items }) => items.length > 0);
  const items = filled.flatMap((group) => group.items);
  const list = useRef<HTMLDivElement>(null);
  const { getInputProps, getMenuProps, getItemProps } = useAlwaysOpen({ id, items, typed, list });
  let index = 0;
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          {...getInputProps({
            "aria-label": label,
            "aria-expanded": items.length > 0,
            onChange: (event) => onType(event.currentTarget.value),
            onKeyDown: leaveToComposition,
          })}
          // biome-ignore lint/a11y/noAutofocus: the user opened this dialog in order to type
          autoFocus
          autoCorrect="off"
          spellCheck={false}
          placeholder={placeholder}
          className="h-11 w-full bg-transparent text-base outline-none placeholder:text-muted sm:text-sm"
        />
      </div>
      <p
        role="status"
        className={cn("px-3 text-center text-[0.8125rem] text-muted", items.length === 0 && "py-9")}
      >
        {items.length === 0 && empty}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the keyboard with the field, wherever the list is pressed */}
      <div onMouseDown={(event: MouseEvent) => event.preventDefault()} className="contents">
        <div
          {...getMenuProps({ ref: list, "aria-label": label })}
          className={cn("overflow-y-auto", items.length > 0 && "p-1.5", className)}
        >
          {filled.map(({ heading, items: found }) => (
            <Group key={heading ?? ""} heading={heading} label={label}>
              {found.map((item) => (
                <div
                  key={item.id}
                  {...getItemProps({ item, index: index++ })}
                  className={cn(
                    "flex cursor-pointer gap-2.5 rounded-md px-2.5 text-[0.8125rem] aria-selected:bg-subtle",
                    "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted",
                    itemClassName,
                  )}
                >
                  {item.content}
                </div>
              ))}
            </Group>
          ))}
        </div>
      </div>
    </div>
  );
}

interface State {
  id: string;
  items: Found[];
  typed: string;
  list: RefObject<HTMLDivElement | null>;
}

/** A combobox whose list never closes and whose first option becomes active in every new list. */
function useAlwaysOpen({ id, items, typed, list }: State) {
  const all = items.map((item) => item.id).join("\n");
  const combobox = useCombobox<Found>({
    id,
    // A new result gets a new element, so that screen readers announce it even at the same position.
    getItemId: (index) => `${id}-${items[index]?.id ?? ""}`,
    items,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    initialHighlightedIndex: 0,
    defaultHighlightedIndex: 0,
    itemToString: () => "",
    onSelectedItemChange: ({ selectedItem }) => selectedItem?.open(),
    stateReducer(state, { type, changes }) {
      if (LEAVES_ALL.includes(type)) return state;
      return { ...changes, highlightedIndex: items.length > 0 ? (changes.highlightedIndex ?? 0) : -1 };
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts at the top
  useLayoutEffect(() => {
    combobox.setHighlightedIndex(0);
    list.current?.scrollTo({ top: 0 });
  }, [all]);
  return combobox;
}

interface GroupProps {
  heading: string | undefined;
  label: string;
  children: ReactNode;
}

function Group({ heading, label, children }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of a form's fields
    <div role="group" aria-label={heading ?? label}>
      {heading && (
        <div aria-hidden className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-muted select-none">
          {heading}
        </div>
      )}
      {children}
    </div>
  );
}

/** Whether an input method is composing a word, for example in Japanese; then it uses the keys. */
function leaveToComposition({ nativeEvent }: KeyboardEvent): void {
  if (nativeEvent.isComposing) Object.assign(nativeEvent, { preventDownshiftDefault: true });
}
