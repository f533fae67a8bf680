import { createCssVariablesTheme, createHighlighterCore, type ShikiTransformer } from "@shikijs/core";
import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";
import type { Element } from "hast";

/** Names of colours in place of colours: the page's style has one of each for light and for dark. */
const theme = createCssVariablesTheme({ name: "usher", variablePrefix: "--code-", fontStyle: false });

/** A class in place of a style attribute: `tok-keyword`. */
const classes: ShikiTransformer = {
  span(node) {
    const [, token] =
      /^color:var\(--code-(?:token-)?([\w-]+)\)/.exec(String(node.properties.style ?? "")) ?? [];
    node.properties = token === undefined || token === "foreground" ? {} : { className: [`tok-${token}`] };
  },
};

/** Loaded when the first page with code is asked for. */
const highlighter = createHighlighterCore({
  themes: [theme],
  langs: [
    import("@shikijs/langs/bash"),
    import("@shikijs/langs/json"),
    import("@shikijs/langs/typescript"),
    import("@shikijs/langs/tsx"),
    import("@shikijs/langs/javascript"),
    import("@shikijs/langs/html"),
    import("@shikijs/langs/yaml"),
    import("@shikijs/langs/sql"),
    import("@shikijs/langs/nginx"),
    import("@shikijs/langs/ini"),
  ],
  engine: createJavaScriptRegexEngine(),
});

/** Code as spans with classes; unchanged where the language is not supported. */
export async function highlight(code: string, language: string): Promise<Element["children"]> {
  const shiki = await highlighter;
  if (!shiki.getLoadedLanguages().includes(language)) return [{ type: "text", value: code }];
  const root = shiki.codeToHast(code, {
    lang: language,
    theme: "usher",
    transformers: [classes],
    // By default a line that takes 500 ms keeps fewer colours: a busy machine would build other pages than a quiet one.
    tokenizeTimeLimit: 0,
  });
  // Shiki answers <pre><code>…</code></pre>; what it says of the background is the page's to say.
  const [pre] = root.children;
  const [inner] = pre?.type === "element" ? pre.children : [];
  return inner?.type === "element" ? inner.children : [{ type: "text", value: code }];
}
