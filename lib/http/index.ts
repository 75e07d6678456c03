/**
 * The HTTP surface, free of any server: `createDispatch` turns a route table into one function from request to reply.
 *
 * A route is a row of data: method, path, scopes, schema, status, use case. `dispatch` finds the row, identifies the
 * caller, checks the scopes, parses the input, runs the use case and writes the answer. Errors become replies here, so
 * adapters only carry values.
 */
export { isFromAnotherSite } from "./cross-site.ts";
export { createDispatch } from "./dispatch.ts";
export type { Dispatch } from "./dispatch.ts";
export type { HttpReply, HttpRequest } from "./http.ts";
export { isLoopbackHost, toHostName } from "./host.ts";
export { guardHosts, withKnownHosts } from "./known-hosts.ts";
export type { HostGuard } from "./known-hosts.ts";
export { isUpload } from "./is-upload.ts";
export { withCorsByPath } from "./open-paths.ts";
export { jsonReply, textReply } from "./reply.ts";
export { routes } from "./routes/index.ts";
export { isPlainTarget } from "./target-fault.ts";
export { toFetch } from "./fetch.ts";
export type { Fetch } from "./fetch.ts";
export { toWebStream } from "./web-stream.ts";
export { toCsv } from "./csv.ts";
