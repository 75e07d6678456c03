/**
 * Feed: the database as engines with a copy of their own follow it (`port/feed.ts` says what it promises).
 *
 * Events come from the log, in the order of arrival. Triggers (`triggers`) note changes of distinct ids, persons,
 * groups, members of cohorts, and deleted events in the table `changes`: the key, and the newest event at that moment,
 * which places the change among the events (`read-feed`). The row itself is read with the batch (`state-rows`). A new
 * follower first gets all existing rows. One process at a time follows under a name, by a lease (`claim`).
 *
 * Invariants: the triggers exist only while somebody follows, so that capture pays nothing otherwise; a batch is read
 * in one transaction; `changes` has at most one row for each key, and none that all followers confirmed.
 */
export { createFeed } from "./create-feed.ts";
