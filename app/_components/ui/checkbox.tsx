import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

interface Props extends Omit<ComponentProps<"input">, "checked" | "type"> {
  /** "some": the indeterminate state, when some of several items are selected. */
  checked: boolean | "some";
  onCheckedChange: (isChecked: boolean) => void;
}

/** Its own look, not the browser's, whose empty box is filled with grey in dark and seems disabled. */
const LOOK = cn(
  "inline-grid size-4 shrink-0 cursor-pointer appearance-none place-content-center rounded-[0.25rem] border border-control bg-transparent forced-colors:appearance-auto",
  "checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary",
  "disabled:cursor-not-allowed disabled:opacity-60",
  "before:size-2.5 before:bg-primary-foreground before:opacity-0 before:[clip-path:polygon(14%_44%,0_58%,40%_96%,100%_18%,86%_4%,39%_66%)]",
  "checked:before:opacity-100 indeterminate:before:opacity-100 indeterminate:before:[clip-path:inset(40%_0)]",
);

/** A native checkbox. */
export function Checkbox({ checked, onCheckedChange, className, ...rest }: Props) {
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = checked === "some";
      }}
      checked={checked === true}
      onChange={(event) => onCheckedChange(event.target.checked)}
      className={cn(LOOK, className)}
      {...rest}
    />
  );
}
