/** The element with the focus, to which it returns afterwards; of an item of a menu, which is gone soon, the menu's button. */
export function openerNow(): Element | null {
  const menu = document.activeElement?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return menu ? document.getElementById(menu) : document.activeElement;
}
