/** What the histories are searched by. */
export const HISTORY_SEARCH = "Name, e-mail, number or id";
