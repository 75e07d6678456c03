/**
 * Replication: a second hoglet has the file of the first, page by page, and answers every read and question from it.
 *
 * The first gives pages over HTTP (`lib/http/routes/replication.ts`). `first` starts a process for that, with the first question of a
 * follower (`child`, `serve-pages`): it reads each commit in the write-ahead log (`storage/wal/log-tail.ts`), keeps the last ones in
 * memory (`commit-ring`), and empties the log in place of SQLite. The follower (`follower`) has such a process too: `follow` asks for the
 * commits after its mark and writes their pages (`storage/wal/page-writer.ts`) as one commit, which all connections to the file
 * see as that of another process. When it starts, and when the first no longer knows its mark, it compares the hashes of
 * groups of pages, and gets those that differ, with the commits since. `part` is the form of the replies. Writes go to the first (`forward`), and those of the
 * feed that the follower's engine reads (`tell-first`).
 *
 * A follower takes over (`take-over`, and `lib/instance.ts`) when the first has stepped down and its last commits are here, or by force; it
 * begins an epoch, which is in the database (`identity`, `notes`) with the place of the log. `fence` sees that a former first writes no longer: it
 * asks its followers for their epochs (`standing`), and a step-down is a note that all processes of the database meet. With a lease in a folder
 * or bucket (`lease-place`) a first writes only while it renews that (`hold-lease`), and a follower takes over by itself (`watch-lease`).
 *
 * Invariants: the follower's file is a moment of the first, or empty, whenever a process is killed; nothing else writes to it
 * (`Db.isFollowing`), so that all its pages are the first's. A reply that is torn, that follows another mark, or that is of another
 * database or an older epoch (`identity`) is not written. A slow follower costs the first no more than the ring.
 */
export { reasonOf } from "./ask.ts";
export { createFirst, requireFollowable } from "./first.ts";
export type { First } from "./first.ts";
export { openFollower } from "./follower.ts";
export type { Follower, FollowingStatus, FollowOptions, TakeOverOptions } from "./follower.ts";
export { followedBy, nameTakeOver, readFollowing, removeFollowing, writeFollowing } from "./follower-file.ts";
export { isBehindOthers } from "./is-behind-others.ts";
export { holdLease } from "./hold-lease.ts";
export type { HeldLease } from "./hold-lease.ts";
export { isEpochFree, openLeasePlace } from "./lease-place.ts";
export {
  beginEpoch,
  epochOf,
  readIdentity,
  readLeaseNote,
  takeIdentity,
  undoEpoch,
  writeLeaseNote,
} from "./identity.ts";
export type { Begins, Identity } from "./identity.ts";
export { Standing, standingAt } from "./standing.ts";
export { SteppedDown, TakenOver } from "./take-over.ts";
export { watchLease } from "./watch-lease.ts";
export type { LeaseWatch } from "./watch-lease.ts";
