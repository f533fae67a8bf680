import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { siteLink } from "../../../app/docs/_content/links.ts";
import { ROOT } from "./blocks.ts";

// Links as a reader follows them where the files lie, in the repository; e2e/docs.long.spec.ts follows those of the site.

// The packages' dist is built from what is read here.
const PAGES = globSync(["*.md", "{docs,packages,examples,long,ops,server}/**/*.md"], {
  cwd: ROOT,
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
}).sort();

const textOf = (page: string) =>
  readFileSync(join(ROOT, page), "utf8")
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/(?<!\[)`[^`\n]*`(?!\])/g, "");

interface Link {
  page: string;
  href: string;
}

const links: Link[] = PAGES.flatMap((page) =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = ""]) => ({ page, href })),
);
const isAbroad = ({ href }: Link) => /^[a-z][a-z+.-]*:/i.test(href);

/** The ids that GitHub and the site give a page's headings: https://github.com/Flet/github-slugger. */
function headingsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const ids = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const id = words.replaceAll(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
    const times = seen.get(id) ?? 0;
    seen.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  });
  return new Set(ids);
}

/** Why a link leads nowhere in the repository; null where it leads somewhere. */
function whyDead({ page, href }: Link): string | null {
  if (href.startsWith("/")) return "an address of the server, which the repository does not have";
  const [path = "", id] = href.split("#");
  const target = path === "" ? page : posix.normalize(posix.join(posix.dirname(page), path));
  if (target.startsWith("..") || !existsSync(join(ROOT, target))) return `there is no ${target}`;
  if (id === undefined) return null;
  if (statSync(join(ROOT, target)).isDirectory()) return `${target} is a folder and has no headings`;
  return headingsOf(target).has(id) ? null : `${target} has no heading #${id}`;
}

describe("every link of README, docs/ and the pages beside code", () => {
  it("leads to a file of the repository, to the very heading", () => {
    const own = links.filter((link) => !isAbroad(link));
    expect(own.length).toBeGreaterThan(200);
    const dead = own.flatMap((link) => {
      const why = whyDead(link);
      return why === null ? [] : [`${link.page}: ${link.href}: ${why}`];
    });
    expect(dead).toEqual([]);
  });

  it("leads to no server that the reader has not started", () => {
    const local = links.filter(({ href }) => /^https?:\/\/(localhost|127\.)/.test(href));
    expect(local).toEqual([]);
  });

  it("between pages of docs/ leads to a page of the site, too", () => {
    const pages = links.filter((link) => link.page.startsWith("docs/") && !isAbroad(link));
    const dead = pages.filter(({ page, href }) => {
      const site = siteLink(page.slice("docs/".length), href);
      // Outside of docs/: the site shows the words, without a link.
      if (site === null || site.startsWith("#")) return false;
      const [path = ""] = site.split("#");
      const name = path.replace(/^\/docs\/?(files\/)?/, "");
      return ![name, `${name}.md`, posix.join(name, "README.md")].some((file) =>
        existsSync(join(ROOT, "docs", file)),
      );
    });
    expect(dead).toEqual([]);
  });

  it("would be found if it were dead", () => {
    for (const href of [
      "/openapi.json",
      "nothing.md",
      "docs/README.md#nothing",
      "../outside.md",
      "docs#nothing",
    ])
      expect(whyDead({ page: "README.md", href }), href).not.toBeNull();
  });
});
