import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A table as wide as its panel. Give it a caption or aria-labelledby; the class "cards" makes its rows cards on a phone (theme.css). */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table className={cn("w-full border-collapse text-left", className)} {...rest} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={cn("border-b in-[tbody]:last:border-b-0", className)} {...rest} />;
}

const SIDES = "px-4 max-sm:px-2 max-sm:first:pl-4 max-sm:last:pr-4";

export function ColumnHead({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-9 text-xs font-medium whitespace-nowrap text-muted", SIDES, className)}
      {...rest}
    />
  );
}

export function TableCell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={cn("h-9 py-1 text-[0.8125rem]", SIDES, className)} {...rest} />;
}
