import type { Options, SearchResult } from "minisearch";

/** One section of a page. */
export interface SearchEntry {
  /** The section's address. */
  id: string;
  /** The page's title. */
  title: string;
  heading: string;
  text: string;
  /** The beginning of the text. */
  excerpt: string;
}

/** A section that was found. */
export type SearchHit = SearchResult & Pick<SearchEntry, "title" | "heading" | "excerpt"> & { id: string };

/** How sections are indexed, on the server, and searched, there and in browsers. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ["title", "heading", "text"],
  storeFields: ["title", "heading", "excerpt"],
  // Words, error codes and names of fields, whole and in their parts.
  tokenize: (text) =>
    text
      .split(/[^\p{L}\p{N}_]+/u)
      .flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : [word])),
  searchOptions: {
    boost: { title: 3, heading: 4 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
    // What only resembles the words comes last.
    weights: { prefix: 0.6, fuzzy: 0.1 },
    combineWith: "AND",
  },
};
