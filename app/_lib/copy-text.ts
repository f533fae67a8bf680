/**
 * Puts a text on the clipboard; false where the browser does not let it. A page that is not served over https has no
 * `navigator.clipboard` (MDN, "Clipboard API": secure contexts), and one that has it may be refused: then the text is copied as a
 * person would, by selecting it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed top-0 left-0 size-px opacity-0";
  // A window keeps the focus within itself.
  (focused?.closest("[role=dialog]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}
