/**
 * Leases: the right to work that one process has at a time, as rows of the database. A process of a hoglet that follows this one has
 * them too; it is known by its renewals alone.
 */
export { endHolder, leaseOf, openHolder, takeLease } from "./lease.ts";
export type { Holder, Lease } from "./lease.ts";
