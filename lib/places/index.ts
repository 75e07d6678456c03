/**
 * Places: a folder, or a bucket of S3, whose objects are stored whole or not at all. Copies lie there, and the lease of a first.
 *
 * aws4fetch signs the requests: small, typed, without dependencies. AWS's own client has 10 MB.
 */
export { openPlace, requireLeaseFolder, requirePlace } from "./open-place.ts";
export type { Place } from "./place.ts";
