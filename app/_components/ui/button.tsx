import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

/** The style of a button, for elements that look like one. */
export const buttonLook = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-busy:cursor-progress motion-safe:aria-busy:animate-pulse [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground shadow-card hover:bg-primary-hover",
        secondary: "border bg-surface text-foreground shadow-card hover:bg-subtle",
        danger: "bg-danger text-white shadow-card hover:bg-danger-hover",
        ghost: "text-muted hover:bg-subtle hover:text-foreground",
      },
      size: { small: "h-8 px-2.5 text-[0.8125rem]", medium: "h-9 px-3.5", icon: "size-8" },
    },
    defaultVariants: { variant: "primary", size: "medium" },
  },
);

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof buttonLook> & { asChild?: boolean };

/** A button; asChild applies its style to the child element, such as a link. */
export function Button({ className, variant, size, asChild = false, type = "button", ...rest }: ButtonProps) {
  const classes = cn(buttonLook({ variant, size }), className);
  return asChild ? (
    <Slot className={classes} {...rest} />
  ) : (
    <button type={type} className={classes} {...rest} />
  );
}
