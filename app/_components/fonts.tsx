import { preload } from "react-dom";
import { FONTS } from "../_lib/head.ts";

/** Lets the browser fetch the font of the page's text with its stylesheet, not after it; with `code`, that of code, too. */
export function Fonts({ code = false }: { code?: boolean }) {
  for (const path of code ? [FONTS.text, FONTS.code] : [FONTS.text])
    preload(path, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return null;
}
