"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that prefetches its page on hover or focus. Prefetching every visible link would cost thirty requests on each page of the
 * dashboard.
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
