import { ArrowLeft, ArrowRight } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { DocsLink, DocsPage, Library } from "../_content/library.ts";
import { nameOf } from "../_content/links.ts";
import { openLibrary } from "../_content/open-library.ts";
import { Contents } from "../_parts/contents.tsx";
import { OnThisPage } from "../_parts/on-this-page.tsx";
import { Prose } from "../_parts/prose.tsx";

interface Props {
  params: Promise<{ slug?: string[] }>;
}

async function find({ params }: Props): Promise<{ page: DocsPage; library: Library } | null> {
  const library = await openLibrary();
  const { slug = [] } = await params;
  const name = nameOf(slug, library.has);
  return name === null ? null : { page: await library.page(name), library };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const found = await find(props);
  return found ? { title: found.page.title, description: found.page.summary } : {};
}

/** One page of the documentation. */
export default async function DocsPageView(props: Props) {
  const found = await find(props);
  if (!found) notFound();
  const { page, library } = found;
  const links = library.groups.flatMap((group) => group.links);
  const at = links.findIndex(({ href }) => href === page.href);
  const group = library.groups.find((one) => one.links.some(({ href }) => href === page.href));
  return (
    <div className="px-4 pt-5 pb-16 sm:px-8 lg:pt-9 xl:grid xl:grid-cols-[minmax(0,1fr)_14rem] xl:gap-10">
      <div className="mx-auto w-full max-w-[46rem] min-w-0">
        <details className="mb-5 rounded-md border bg-surface lg:hidden">
          <summary className="cursor-pointer rounded-md px-3 py-2.5 text-[0.8125rem] font-medium">
            Contents
          </summary>
          <div className="max-h-[60dvh] overflow-y-auto border-t p-3">
            <Contents groups={library.groups} />
          </div>
        </details>
        <article>
          {group && <p className="text-[0.8125rem] font-medium text-notice">{group.label}</p>}
          <h1 className="mt-1 mb-5 text-[1.75rem] leading-9 font-semibold tracking-tight text-balance">
            {page.title}
          </h1>
          <Prose body={page.body} />
        </article>
        <nav aria-label="Next to this page" className="mt-12 grid gap-3 border-t pt-6 sm:grid-cols-2">
          <Neighbour link={links[at - 1]} side="before" />
          <Neighbour link={links[at + 1]} side="after" />
        </nav>
      </div>
      <OnThisPage headings={page.headings} />
    </div>
  );
}

function Neighbour({ link, side }: { link: DocsLink | undefined; side: "before" | "after" }) {
  if (!link) return <span className="hidden sm:block" />;
  const isAfter = side === "after";
  return (
    <Link
      // Made of the files' names.
      href={link.href as Route}
      prefetch={false}
      rel={isAfter ? "next" : "prev"}
      className={`group rounded-lg border bg-surface px-4 py-3 transition-colors hover:border-control ${isAfter ? "text-right" : ""}`}
    >
      <span
        className={`flex items-center gap-1 text-xs text-muted [&_svg]:size-3.5 ${isAfter ? "justify-end" : ""}`}
      >
        {!isAfter && <ArrowLeft aria-hidden />}
        {isAfter ? "Next" : "Previous"}
        {isAfter && <ArrowRight aria-hidden />}
      </span>
      <span className="mt-0.5 block text-sm font-medium group-hover:text-link">{link.label}</span>
    </Link>
  );
}
