import { pageWords } from "../_i18n/translator.ts";

/** What a form says by itself, in the visitor's language. */
export interface FormWords {
  /** On the button while the form is being sent. */
  wait: string;
  /** At a field that is empty. */
  missing: string;
  /** At a field that holds no e-mail address. */
  notAnAddress: string;
  /** Of letters before the @ that no mail server takes. */
  onlyLatin: string;
}

export async function formWords(): Promise<FormWords> {
  const common = await pageWords("common");
  return {
    wait: common("wait"),
    missing: common("missing"),
    notAnAddress: common("notAnAddress"),
    onlyLatin: common("onlyLatin"),
  };
}
