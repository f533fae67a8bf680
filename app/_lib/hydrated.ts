/** The attribute of the html element which says that React answers the page's events. */
export const HYDRATED = "data-hydrated";
