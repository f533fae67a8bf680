import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fingerprint } from "./fingerprint.mjs";

const SANDBOX = join("packages", "stripe-sandbox", "src", "browser");

/** Files that browsers load from an address of ours, and what each is built from. */
const FILES = {
  [join("public", "embed.js")]: join("app", "_scripts", "embed.ts"),
  [join("public", "pricing.js")]: join("app", "_scripts", "pricing.ts"),
};
/** Modules that hold built scripts as texts, by name; and what each script is built from. */
const MODULES = {
  [join("app", "_scripts", "built", "early-input.ts")]: {
    EARLY_INPUT: join("app", "_scripts", "early-input.ts"),
  },
  [join(SANDBOX, "built", "scripts.ts")]: {
    STRIPE_JS: join(SANDBOX, "entries", "stripe-js.ts"),
    CHECKOUT_JS: join(SANDBOX, "entries", "checkout.ts"),
    FIELDS_JS: join(SANDBOX, "entries", "fields.ts"),
    AUTHENTICATED_JS: join(SANDBOX, "entries", "authenticated.ts"),
  },
};

const INPUTS = [
  join("app", "_scripts"),
  join("server", "http", "embed-protocol.ts"),
  SANDBOX,
  join("scripts", "bootstrap", "browser-scripts.mjs"),
  "package-lock.json",
];

/** Whether the built scripts are there and up to date, and how to build them. */
export function browserScripts(root) {
  const outputs = [...Object.keys(FILES), ...Object.keys(MODULES)].map((file) => join(root, file));
  const built = fingerprint(root, join(root, "app", "_scripts", "built", "made-from.json"), INPUTS);
  return {
    isCurrent: () => built.isCurrent() && outputs.every((file) => existsSync(file)),
    /** Builds all of them with esbuild, a tenth of a second. */
    async build() {
      if (this.isCurrent()) return;
      built.forget();
      for (const [file, source] of Object.entries(FILES)) write(join(root, file), await bundle(root, source));
      for (const [file, sources] of Object.entries(MODULES)) {
        const lines = ["// Built by scripts/bootstrap/browser-scripts.mjs.\n"];
        for (const [name, source] of Object.entries(sources))
          lines.push(`export const ${name} = ${JSON.stringify(await bundle(root, source))};\n`);
        write(join(root, file), lines.join(""));
      }
      built.remember();
    },
  };
}

/** A TypeScript source and what it imports, as one classic script: it runs where it stands, and defines no global name. */
async function bundle(root, source) {
  // Only here: when packages are missing, they are installed after this module was loaded.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    banner: { js: '"use strict";' },
    charset: "utf8",
    logLevel: "silent",
    tsconfigRaw: {},
  });
  return outputFiles[0].text;
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
