"use client";

import { type ComponentProps, useEffect, useState } from "react";
import { foldEmail } from "../../../server/platform/fold-email.ts";
import { customerLines } from "../../_lib/customer-lines.ts";
import { FindCustomer, useFoundCustomers } from "./find-customer.tsx";

type Props = Omit<ComponentProps<typeof FindCustomer>, "typed" | "onTyped" | "onChoose" | "onNew"> & {
  value: string;
  onChange: (customer: string) => void;
};

/**
 * A form's field for a customer who is there: it holds an identifier, ours or the tenant's own. A whole name or address that is typed and
 * left stands for the one customer who has it; the one who is meant is named below the field.
 */
export function CustomerField({ value, onChange, onBlur, ...rest }: Props) {
  const { data, isPlaceholderData: isOld } = useFoundCustomers(value);
  const [isLeft, setIsLeft] = useState(false);
  const wanted = value.trim();
  const found = data?.data ?? [];
  const meant = found.find(({ id, external_id: own }) => id === wanted || own === wanted);
  const same = found.filter(
    ({ name, email }) => email === foldEmail(wanted) || name?.toLowerCase() === wanted.toLowerCase(),
  );
  const only = !meant && wanted !== "" && !isOld && same.length === 1 ? same[0]?.external_id : undefined;
  useEffect(() => {
    if (isLeft && only !== undefined) onChange(only);
  }, [isLeft, only, onChange]);
  return (
    <>
      <FindCustomer
        {...rest}
        typed={value}
        onTyped={(typed) => {
          setIsLeft(false);
          onChange(typed);
        }}
        onChoose={({ external_id: own }) => onChange(own)}
        onBlur={(event) => {
          setIsLeft(true);
          if (only !== undefined) onChange(only);
          onBlur?.(event);
        }}
      />
      <p aria-live="polite" className="mt-1 text-xs text-muted empty:hidden">
        {meant && [...new Set([...customerLines(meant), meant.external_id])].filter(Boolean).join(" · ")}
      </p>
    </>
  );
}
