"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link between pages that prefetches the next one when the user points at it or reaches it by keyboard: to fetch all
 * that can be seen would be thirty requests for each page of the dashboard.
 */
export function Link({ onMouseEnter, onFocus, ...rest }: ComponentProps<typeof NextLink>) {
  const [isNear, setIsNear] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isNear ? null : false}
      onMouseEnter={(event) => {
        setIsNear(true);
        onMouseEnter?.(event);
      }}
      onFocus={(event) => {
        setIsNear(true);
        onFocus?.(event);
      }}
    />
  );
}
