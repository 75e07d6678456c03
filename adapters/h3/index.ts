/**
 * The HTTP adapter: every path of a hoglet as an h3 app, for Node (`createServer(toNodeHandler(app))`), for other
 * runtimes (`app.fetch`), or mounted in an app of yours (`yours.mount("/analytics", h3Adapter(hoglet))`).
 *
 * A request becomes the library's `HttpRequest` (`read-body`), a `HttpReply` becomes h3's response (`to-response`), JSON
 * above 1 kB with gzip for clients that take it (`compressed`). Behind a proxy the client's address and scheme are those that it
 * names (`forwarded`). The adapter does nothing else: routes, keys, validation and errors are the library's. Invariants: nothing is thrown
 * into h3, which would print it; a body is never held beyond 25 MiB; a client that goes away ends its own request only.
 */
export { h3Adapter } from "./h3-adapter.ts";
export type { H3AdapterOptions, HttpApp } from "./h3-adapter.ts";
