import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** A table that fills its panel. Name it with a caption or aria-labelledby. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table className={cn("w-full border-collapse text-left", className)} {...rest} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={cn("border-b in-[tbody]:last:border-b-0", className)} {...rest} />;
}

export function ColumnHead({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn("h-9 px-4 text-xs font-medium whitespace-nowrap text-muted", className)}
      {...rest}
    />
  );
}

export function TableCell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={cn("h-11 px-4 py-2", className)} {...rest} />;
}
