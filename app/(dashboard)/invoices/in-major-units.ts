import { toMajor } from "../../../server/platform/currency.ts";

const isAmount = (name: string) =>
  name === "subtotal" || name === "tax" || name === "total" || name.startsWith("amount_");

/** An invoice with its amounts in major units, as decimals, for a file; they come in minor units of its currency. */
export function inMajorUnits<Row extends { currency: string }>(
  row: Row,
): Record<keyof Row & string, Row[keyof Row] | string> {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    isAmount(name) && typeof value === "number" ? toMajor(value, row.currency) : value,
  ]);
  return Object.fromEntries(cells);
}
