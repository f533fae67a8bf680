import { customerLines } from "../_lib/customer-lines.ts";

/** A customer in a list, in one line or two. */
export function CustomerLines({ customer }: { customer: Parameters<typeof customerLines>[0] }) {
  const [first, second] = customerLines(customer);
  return (
    <>
      <span className="block truncate font-medium">{first}</span>
      {second && <span className="block truncate text-xs text-muted">{second}</span>}
    </>
  );
}
