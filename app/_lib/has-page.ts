import { nameOf } from "../docs/_content/links.ts";
import { openLibrary } from "../docs/_content/open-library.ts";

/** Routes beside the pages of the documentation. */
const DOCS_ROUTES = new Set(["search", "search.json"]);

/**
 * Whether a path of the documentation or of a tenant's pages leads to something that is there; isOfTenant: it names a tenant that has
 * pages. Next knows of every other path whether it has a page. A page that calls `notFound` it sends as scripts alone, so that these two
 * are decided before.
 */
export async function hasPage(pathname: string, isOfTenant: boolean): Promise<boolean> {
  const [, area, ...rest] = pathname.split("/");
  if (area === "p") return isOfTenant;
  const path = rest.join("/");
  if (area !== "docs" || DOCS_ROUTES.has(path)) return true;
  const library = await openLibrary();
  return nameOf(path === "" ? [] : rest, library.has) !== null;
}
