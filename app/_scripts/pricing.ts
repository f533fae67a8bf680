// `/pricing.js`: makes the steppers of a price list work, where the page is sent without React.

for (const box of document.querySelectorAll<HTMLElement>("[data-driver]")) {
  const input = box.querySelector("input");
  const total = box.querySelector("[data-total]");
  if (!input) continue;
  const { base = "0", step = "0", currency = "USD", words = "{price}" } = box.dataset;
  const digits = Number(box.dataset.digits);
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: "stripIfInteger",
  });
  const show = () => {
    const steps = Math.min(Number(input.max), Math.max(0, Math.trunc(input.valueAsNumber) || 0));
    input.value = String(steps);
    const amount = (Number(base) + steps * Number(step)) / 10 ** digits;
    if (total) total.textContent = words.replace("{price}", format.format(amount));
    for (const button of box.querySelectorAll("button"))
      button.disabled = button.dataset.by === "-1" ? steps === 0 : steps >= Number(input.max);
  };
  for (const button of box.querySelectorAll("button")) {
    button.classList.remove("invisible");
    button.addEventListener("click", () => {
      input.value = String(input.valueAsNumber + Number(button.dataset.by));
      show();
    });
  }
  input.addEventListener("change", show);
  show();
}

export {};
