import type { Element, Root } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { CopyCode } from "../../_components/copy-code.tsx";
import { DOCS } from "../_content/links.ts";

/** How languages are called above their code. */
const LANGUAGES: Record<string, string> = {
  sh: "Shell",
  bash: "Shell",
  json: "JSON",
  js: "JavaScript",
  ts: "TypeScript",
  tsx: "TypeScript",
  html: "HTML",
  yaml: "YAML",
  sql: "SQL",
  nginx: "nginx",
  caddy: "Caddyfile",
};

/** A document as React has it. */
export function Prose({ body }: { body: Root }) {
  const content = toJsxRuntime(body, {
    Fragment,
    jsx,
    jsxs,
    passNode: true,
    components: { a: Anchor, pre: CodeBlock, table: Table, h2: Heading, h3: Heading, h4: Heading },
  });
  return <div className="prose">{content}</div>;
}

interface OfNode {
  node?: Element | undefined;
}

function Anchor({ node: _, href = "", ...rest }: ComponentProps<"a"> & OfNode) {
  if (/^\/docs(?:[/#]|$)/.test(href) && !href.startsWith(`${DOCS}/files/`))
    // Made of the files' names.
    return <Link href={href as Route} prefetch={false} {...rest} />;
  return <a href={href} {...rest} />;
}

/** A heading that can be linked to. */
function Heading({ node, id, children }: { id?: string; children?: ReactNode } & OfNode) {
  const Tag = (node?.tagName ?? "h2") as "h2" | "h3" | "h4";
  return (
    <Tag id={id}>
      <a href={`#${id}`} className="heading-link">
        {children}
      </a>
    </Tag>
  );
}

function CodeBlock({ node, children }: ComponentProps<"pre"> & OfNode) {
  const language = String(node?.properties.dataLanguage ?? "");
  const label = LANGUAGES[language] ?? (language === "" ? "Text" : language);
  return (
    <figure className="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyCode code={String(node?.properties.dataCode ?? "")} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which the keyboard must reach */}
      <pre tabIndex={0}>{children}</pre>
    </figure>
  );
}

/** Wide tables scroll by themselves, so that the page never does. */
function Table({ node: _, ...rest }: ComponentProps<"table"> & OfNode) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which the keyboard must reach
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms, and a section with a name a landmark each
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table {...rest} />
    </div>
  );
}
