import MiniSearch from "minisearch";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { Button } from "../../_components/ui/button.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { openLibrary } from "../_content/open-library.ts";
import { SEARCH_OPTIONS, type SearchEntry, type SearchHit } from "../_content/search-options.ts";

export const metadata: Metadata = { title: "Search" };

const MAX_HITS = 30;
/** The longest query that is searched for. */
const LONGEST = 200;

/** Searches for those whose browser runs no scripts. */
export default async function SearchPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, unknown>>;
}) {
  const { q } = await searchParams;
  const wanted = typeof q === "string" ? q.slice(0, LONGEST).trim() : "";
  const library = await openLibrary();
  const index =
    wanted === "" ? null : MiniSearch.loadJSON<SearchEntry>(await library.searchIndex(), SEARCH_OPTIONS);
  // What is stored beside the index is what the options name.
  const hits = (index?.search(wanted).slice(0, MAX_HITS) ?? []) as SearchHit[];
  return (
    <div className="mx-auto max-w-[46rem] px-4 pt-6 pb-16 sm:px-8 lg:pt-9">
      <h1 className="mb-4 text-[1.75rem] leading-9 font-semibold tracking-tight">Search</h1>
      <search>
        <form action="/docs/search" className="flex gap-2">
          <Input
            name="q"
            type="search"
            defaultValue={wanted}
            aria-label="Words to search for"
            maxLength={LONGEST}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      {wanted !== "" && hits.length === 0 && <p className="mt-6 text-muted">No results.</p>}
      <ol className="mt-6 space-y-5">
        {hits.map(({ id, title, heading, excerpt }) => (
          <li key={id}>
            {/* Made of the files' names and of their headings. */}
            <Link href={id as Route} prefetch={false} className="font-medium text-link hover:underline">
              {heading === "" ? title : `${heading} · ${title}`}
            </Link>
            <p className="text-[0.8125rem] text-muted">{excerpt}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
