import { drawFields } from "../fields.ts";
import { textsFor } from "../texts.ts";

const { currentScript } = document;
const query = currentScript instanceof HTMLScriptElement ? new URL(currentScript.src).searchParams : null;
drawFields(textsFor(query?.get("locale") ?? "").texts);
