import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

interface Props extends Omit<ComponentProps<"input">, "checked" | "type"> {
  /** "some": the indeterminate state, when some of several items are selected. */
  checked: boolean | "some";
  onCheckedChange: (isChecked: boolean) => void;
}

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
      className={cn("size-4 shrink-0 cursor-pointer accent-primary", className)}
      {...rest}
    />
  );
}
