import { customerLines } from "../_lib/customer-lines.ts";
import { RowName } from "./table/row-name.tsx";

/** A customer in a list: what people call them, and their address or id behind it. */
export function CustomerLines({ customer }: { customer: Parameters<typeof customerLines>[0] }) {
  const [first, second] = customerLines(customer);
  return <RowName name={first} also={second} />;
}
