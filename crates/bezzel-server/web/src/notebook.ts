// The page in a notebook: one document without an address of its own, with all that it may load inside.

const { place, language } = document.documentElement.dataset;

/** The place that is shown; undefined on a page with an address. */
export const PLACE = place;

/** The language of the page in a notebook. */
export const LANGUAGE = language;

/** The recorded program that a notebook shows. */
export const TRACE = document.getElementById("trace")?.textContent ?? undefined;

/** True in a notebook. Its links lead nowhere, and its storage is that of all notebooks. */
export const IN_NOTEBOOK = place !== undefined;
