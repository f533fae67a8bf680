/**
 * Runs on the hosted checkout page: shows the steppers, and asks the page for its amounts anew when a quantity or the
 * promotion code changes, without losing the card that is being typed.
 */
export function followOrder(): void {
  const form = document.querySelector<HTMLFormElement>("#checkout");
  if (!form) return;
  let newest = 0;

  function reveal(): void {
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-by]")) button.hidden = false;
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-update]")) button.hidden = true;
  }

  async function update(focus: string | null): Promise<void> {
    if (!form) return;
    newest += 1;
    const asked = newest;
    const fields = new URLSearchParams();
    // The card stays where it is typed until it is bought.
    for (const [name, value] of new FormData(form))
      if (/^(?:quantity\.|promotion_code$|email$)/.test(name)) fields.set(name, String(value));
    fields.set("do", "update");
    const response = await fetch(location.href, { method: "POST", body: fields });
    const answer = new DOMParser().parseFromString(await response.text(), "text/html");
    const order = answer.querySelector("#order");
    if (asked !== newest || !order) return;
    document.querySelector("#order")?.replaceWith(order);
    reveal();
    if (focus) document.querySelector<HTMLElement>(focus)?.focus();
  }

  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.value === "update") {
      event.preventDefault();
      void update(null);
    }
    const by = Number(button?.dataset.by ?? 0);
    const input = button?.parentElement?.querySelector("input");
    if (by === 0 || !input) return;
    const next = input.valueAsNumber + by;
    if (next < Number(input.min) || next > Number(input.max)) return;
    input.value = String(next);
    void update(`[name="${input.name}"] ~ [data-by="1"], [name="${input.name}"]`);
  });
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.name.startsWith("quantity."))
      void update(null);
  });
  reveal();
}
