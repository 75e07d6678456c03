/**
 * Feed: the database as engines with a copy of their own follow it (`port/feed.ts` says what it promises).
 *
 * Events come from the log, in the order of arrival. Triggers (`triggers`) note changes of distinct ids, persons,
 * groups, members of cohorts, and deleted events in the table `changes`: the key, and the newest event at that moment,
 * which places the change among the events (`read-feed`). The row itself is read with the batch (`state-rows`). A new
 * follower first gets all existing rows. One process at a time follows under a name, by a lease (`claim`).
 *
 * A hoglet that follows another gives its engine a feed too (`follower-feed`): it reads its own file, and has the first write what
 * belongs to the feed (`serve-feed`); `arrival` tells when that commit is in its file.
 *
 * Invariants: the triggers exist only while somebody follows, so that capture pays nothing otherwise; a batch is read
 * in one transaction; `changes` has at most one row for each key, and none that all followers confirmed.
 */
export { countChange } from "./arrival.ts";
export { createFeed, restoreFeed } from "./create-feed.ts";
export { createChangeFirst, createFollowerFeed } from "./follower-feed.ts";
export type { ChangeFirst } from "./follower-feed.ts";
export { changeFeed, FEED_VERBS, FeedChange, FeedChanged } from "./serve-feed.ts";
