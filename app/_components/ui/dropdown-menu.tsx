"use client";

import * as Menu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../../_lib/cn.ts";

const itemLook =
  "relative flex min-h-8 cursor-pointer items-center gap-2 rounded px-2 py-1 text-[0.8125rem] outline-none select-none data-highlighted:bg-subtle [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

/** Not modal: a modal menu locks the page's scrolling with a style element, which our Content-Security-Policy blocks. */
export function DropdownMenu(props: ComponentProps<typeof Menu.Root>) {
  return <Menu.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = Menu.Trigger;
export const DropdownMenuRadioGroup = Menu.RadioGroup;

/** Rendered in place and not in a portal, so that it stays in its landmark and inside an open dialog. */
export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Menu.Content>) {
  return (
    <Menu.Content
      sideOffset={6}
      collisionPadding={8}
      className={cn("z-50 min-w-48 rounded-lg border bg-surface p-1 shadow-raised", className)}
      {...rest}
    />
  );
}

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Menu.Item>) {
  return <Menu.Item className={cn(itemLook, className)} {...rest} />;
}

/** One option of a group with a single selection. */
export function DropdownMenuRadioItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof Menu.RadioItem>) {
  return (
    <Menu.RadioItem className={cn(itemLook, "pr-8", className)} {...rest}>
      {children}
      <Menu.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </Menu.ItemIndicator>
    </Menu.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Menu.Label>) {
  return <Menu.Label className={cn("px-2 py-1.5 text-xs text-muted", className)} {...rest} />;
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Menu.Separator>) {
  return <Menu.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...rest} />;
}
