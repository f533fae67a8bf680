import { unitFor } from "../../server/platform/units.ts";
import { formatCount } from "./format.ts";

/** "1 feature", "12,000 calls". */
export const countOf = (count: number, unit: string): string =>
  `${formatCount(count)} ${unitFor(count, unit)}`;
