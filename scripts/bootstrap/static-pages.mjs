import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "./fingerprint.mjs";

const SOURCE = join("app", "_static", "pages.tsx");

/** What the pages' code is bundled from. */
const INPUTS = [
  ...["_static", "_pricing", "_visitor", "_i18n", "_components", "_lib", "theme.css"].map((name) =>
    join("app", name),
  ),
  ...["currency.ts", "locales.ts", "themes.ts", "schema"].map((name) => join("server", "platform", name)),
  join("scripts", "bootstrap", "static-pages.mjs"),
  "package-lock.json",
];

/** Whether the pages without React are built and up to date, and how to build them; server/http/built-pages.ts loads them. */
export function staticPages(root) {
  const folder = join(root, "app", "_static", "built");
  const [code, styles] = [join(folder, "pages.cjs"), join(folder, "pages.css")];
  const built = fingerprint(root, join(folder, "made-from.json"), INPUTS);
  return {
    isCurrent: () => built.isCurrent() && existsSync(code) && existsSync(styles),
    async build() {
      if (this.isCurrent()) return;
      built.forget();
      mkdirSync(folder, { recursive: true });
      const { text, sources } = await bundle(root);
      writeFileSync(code, text);
      writeFileSync(styles, await stylesheet(root, sources));
      built.remember();
    },
  };
}

/** One module with all that it imports, React too; and our own files in it. */
async function bundle(root) {
  // Only here: when packages are missing, they are installed after this module was loaded.
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    // ES modules first: of a package of icons only the used ones are bundled.
    mainFields: ["module", "main"],
    define: { "process.env.NODE_ENV": '"production"' },
    tsconfigRaw: { compilerOptions: { jsx: "react-jsx" } },
    legalComments: "none",
    charset: "utf8",
    logLevel: "silent",
  });
  const sources = Object.keys(metafile.inputs).filter(
    (file) => file.startsWith("app/") && /\.tsx?$/.test(file),
  );
  return { text: outputFiles[0].text, sources };
}

/** The theme, and the classes that these files use. */
async function stylesheet(root, sources) {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const text = [
    '@import "tailwindcss" source(none);',
    '@import "./theme.css";',
    ...sources.map((file) => `@source "../${file}";`),
  ].join("\n");
  const { css } = await postcss([tailwind({ optimize: true })]).process(text, {
    from: join(root, "app", "static-pages.css"),
  });
  return css;
}
