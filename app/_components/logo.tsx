import { cn } from "../_lib/cn.ts";

/** Usher's logo. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2 text-base font-semibold tracking-tight", className)}>
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-primary" />
        <path
          d="M9 25V9.5A2.5 2.5 0 0 1 11.5 7h9A2.5 2.5 0 0 1 23 9.5V25"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
        <path d="M13 10.2 19.4 12.6V25L13 22.6Z" fill="#fff" />
        <circle cx="17" cy="17.8" r="1" className="fill-primary" />
      </svg>
      Usher
    </span>
  );
}
