// Whoever signs in or changes to another company comes to a page whose focus nobody has: the next page puts it on its content.

const ARRIVAL = "usher:arrival";

/** Says that the next page is a new beginning for the keyboard. */
export function announceArrival(): void {
  try {
    window.sessionStorage.setItem(ARRIVAL, "1");
  } catch {
    // A browser that keeps nothing leaves the focus where it is.
  }
}

/** Whether this page is one, once. */
export function takeArrival(): boolean {
  try {
    const isArrival = window.sessionStorage.getItem(ARRIVAL) !== null;
    window.sessionStorage.removeItem(ARRIVAL);
    return isArrival;
  } catch {
    return false;
  }
}
