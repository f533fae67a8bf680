import { customerLines } from "../_lib/customer-lines.ts";
import { RowName } from "./table/row-name.tsx";

interface Props {
  customer: Parameters<typeof customerLines>[0];
  /** Whether a phone's card names them alone. */
  isShort?: boolean;
}

/** A customer in a list: what people call them, and their address or id behind it. */
export function CustomerLines({ customer, isShort = false }: Props) {
  const [first, second] = customerLines(customer);
  return (
    <RowName
      name={first}
      also={isShort && second ? <span className="max-sm:hidden">{second}</span> : second}
    />
  );
}
