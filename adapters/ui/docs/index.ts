/**
 * The documentation in the browser: the Markdown of `docs/`, made into HTML when the package is built (`build/docs/site`),
 * in one compressed file. `openDocs` sends its pages as they are; they are for everybody who reaches the server and hold
 * nothing of its data. `site/` has the scripts of the pages: the search, and the form that sends a request of the HTTP API
 * with the rights of its reader.
 */
export { openDocs } from "./open-docs.ts";
export type { Docs } from "./open-docs.ts";
