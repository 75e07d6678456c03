/**
 * Feed: the database as engines with a copy of their own follow it (`port/feed.ts` says what it promises).
 *
 * Events are read from the log, which is in the order of arrival already. Changes of distinct ids, persons, groups, members of
 * cohorts, and deleted events are noted by triggers (`triggers`) in the table `changes`: the key, and the newest event at that
 * moment, which gives the change its place among the events (`read-feed`). The row itself is read with the batch (`state-rows`).
 * A new follower first gets all rows that are there. One process follows under a name at a time, by a lease (`claim`).
 *
 * Invariants: the triggers exist only while somebody follows, so that capture pays nothing otherwise; a batch is read in one
 * transaction; `changes` has one row for each key at most, and none that all followers confirmed.
 */
export { createFeed } from "./create-feed.ts";
