/**
 * The page: a hoglet's pages for browsers. `withPage` puts it in front of a handle: it serves the built files, keeps
 * sessions, and passes on the requests of its own page in the name of the signed-in user. The page itself (`page/`,
 * built by `build/page.ts`) is a client of the documented API like any other, and can do nothing that the API cannot.
 */
export { withPage } from "./with-page.ts";
export type { PageOptions } from "./with-page.ts";
