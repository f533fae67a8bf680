import { describe, expect, it } from "vitest";
import { toMajor } from "../../server/platform/currency.ts";
import { formatMoney as ofServer } from "../../server/platform/money.ts";
import { readMoney, writeMoney } from "../_components/form/read-money.ts";
import { formatMoney as ofPublicPages } from "../_pricing/money.ts";
import { formatMoney as ofDashboard } from "./format.ts";

// The currencies whose minor units Intl has otherwise, or which are charged in steps.

interface Row {
  minor: number;
  currency: string;
  /** The dashboard, invoices as PDF, mails. */
  shown: string;
  /** The dashboard's tiles. */
  short: string;
  /** The price list, checkout, the portal. */
  offered: string;
  german: string;
  /** JSON-LD, CSV. */
  plain: string;
  /** Forms. */
  typed: string;
}

const ROWS: Row[] = [
  {
    minor: 499_050,
    currency: "HUF",
    shown: "HUF 4,990.50",
    short: "HUF 4,991",
    offered: "HUF 4,990.50",
    german: "4.990,50 HUF",
    plain: "4990.50",
    typed: "4.990,50",
  },
  {
    minor: 15_000_000,
    currency: "IDR",
    shown: "IDR 150,000.00",
    short: "IDR 150K",
    offered: "IDR 150,000",
    german: "150.000 IDR",
    plain: "150000.00",
    typed: "150.000,00",
  },
  {
    minor: 150_000,
    currency: "ISK",
    shown: "ISK 1,500",
    short: "ISK 1,500",
    offered: "ISK 1,500",
    german: "1.500 ISK",
    plain: "1500",
    typed: "1.500",
  },
  {
    minor: 2_000_000,
    currency: "UGX",
    shown: "UGX 20,000",
    short: "UGX 20K",
    offered: "UGX 20,000",
    german: "20.000 UGX",
    plain: "20000",
    typed: "20.000",
  },
  {
    minor: 12_340,
    currency: "KWD",
    shown: "KWD 12.340",
    short: "KWD 12",
    offered: "KWD 12.340",
    german: "12,340 KWD",
    plain: "12.340",
    typed: "12,340",
  },
  {
    minor: 12_000,
    currency: "KWD",
    shown: "KWD 12.000",
    short: "KWD 12",
    offered: "KWD 12",
    german: "12 KWD",
    plain: "12.000",
    typed: "12,000",
  },
];

const spaced = (text: string) => text.replaceAll("\u00a0", " ");

describe("an amount is written with the decimals that are charged", () => {
  it.each(ROWS)("$minor of $currency", (row) => {
    const { minor, currency, typed } = row;
    expect({
      minor,
      currency,
      shown: spaced(ofDashboard(minor, currency)),
      short: spaced(ofDashboard(minor, currency, true)),
      offered: spaced(ofPublicPages("en", minor, currency)),
      german: spaced(ofPublicPages("de", minor, currency)),
      plain: toMajor(minor, currency),
      typed: writeMoney(minor, currency, "de"),
    }).toEqual(row);
    expect(spaced(ofServer(BigInt(minor), currency))).toBe(row.shown);
    expect(readMoney(typed, { currency, locale: "de" })).toEqual({ minor: String(minor) });
  });
});
