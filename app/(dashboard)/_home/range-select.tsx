"use client";

import { Segments } from "../../_components/segments.tsx";
import { RANGES, type RangeName } from "./range.ts";

const OPTIONS = Object.entries(RANGES).map(([value, { label }]) => ({
  // The keys of RANGES are its names.
  value: value as RangeName,
  label,
}));

/** Selects the time range of the figures. */
export function RangeSelect({ value, onChange }: { value: RangeName; onChange: (value: RangeName) => void }) {
  return <Segments legend="Range" options={OPTIONS} value={value} onChange={onChange} />;
}
