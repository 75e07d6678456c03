/**
 * The page: what a browser shows of a hoglet. `withPage` puts it in front of a handle: it serves the built files, knows who
 * is signed in, and lets the requests of its own page through in their name. The page itself (`page/`, built by
 * `build/page.ts`) is a client of the documented API like any other, and can do nothing that the API cannot.
 */
export { withPage } from "./with-page.ts";
export type { PageOptions } from "./with-page.ts";
