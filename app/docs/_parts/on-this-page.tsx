"use client";

import { useEffect, useState } from "react";
import { cn } from "../../_lib/cn.ts";
import type { Heading } from "../_content/markdown.ts";

/** The headings of the page, with the one that is being read. */
export function OnThisPage({ headings }: { headings: Heading[] }) {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        const [first] = entries.filter(({ isIntersecting }) => isIntersecting);
        if (first) setCurrent(first.target.id);
      },
      // A band below the header.
      { rootMargin: "-64px 0px -70% 0px" },
    );
    for (const { id } of headings) {
      const element = document.getElementById(id);
      if (element) seen.observe(element);
    }
    return () => seen.disconnect();
  }, [headings]);
  if (headings.length < 2) return <div className="hidden xl:block" />;
  return (
    <nav
      aria-label="On this page"
      className="sticky top-[5.5rem] hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto text-[0.8125rem] xl:block"
    >
      <p className="mb-2 font-semibold">On this page</p>
      <ul className="space-y-px border-l">
        {headings.map(({ id, text, depth }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={cn(
                "-ml-px block border-l border-transparent py-1 pl-3 leading-5 text-muted transition-colors hover:text-foreground",
                depth === 3 && "pl-6",
                id === current && "border-primary text-foreground",
              )}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
