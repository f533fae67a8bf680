import { Decimal as Base } from "decimal.js";

/**
 * Decimals of 60 significant digits. The library's own 20 would round a large counter with six decimal places (21 digits), and
 * products of quantities and prices.
 */
export const Decimal = Base.clone({ precision: 60 });
export type Decimal = Base;
