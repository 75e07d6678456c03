import * as v from "valibot";
import { invalid, notFound, unavailable } from "../../base/errors.ts";
import type { Context } from "../../handle/context.ts";
import { changeFeed, countChange, FEED_VERBS, FeedChange, FeedChanged } from "../../engines/feed/index.ts";
import { newestSeq } from "../../log/index.ts";
import { completeReceipt, CopyReceipt } from "../../people/deletion/index.ts";
import { readIdentity, requireFollowable, Standing, SteppedDown } from "../../replication/index.ts";
import type { First } from "../../replication/index.ts";
import { jsonReply, rawReply } from "../reply.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

type Question = Parameters<First["ask"]>[0];

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));

const WholeText = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number));

/** The address at which a first reaches a follower. */
const OwnUrl = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^https?:\/\/[^/?#]+\/*$/, "Expected an address without a path."),
);

const Mark = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}-\d{1,15}$/, "Expected a mark."));

/** Ms. A follower that waits longer would not notice a broken connection. */
const MOST_WAIT_MS = 10_000;

/** Groups of pages in a reply. */
const MOST_GROUPS = 64;

function partRoute<Schema extends v.GenericSchema>(
  path: string,
  summary: string,
  input: Schema,
  toQuestion: (input: v.InferOutput<Schema>) => Question,
  after?: (ctx: Context, input: v.InferOutput<Schema>) => Promise<unknown>,
): Route {
  return defineRoute({
    methods: ["GET"],
    path: `/api/replication${path}`,
    summary,
    // The pages have everything: all projects, and the hashes of keys.
    scopes: ["*"],
    input,
    status: 200,
    produces: ["application/octet-stream"],
    also: { 410: "The mark is not known, or no longer: compare groups of pages." },
    errors: { conflict: { "": 'The database is in memory, follows another, or has `checkpoint: "external"`.' } },
    async run(ctx, call) {
      const given = call.input as v.InferOutput<Schema>;
      const body = await ctx.first.ask(toQuestion(given));
      await after?.(ctx, given);
      const headers = { "content-type": "application/octet-stream", "cache-control": "no-store" };
      return rawReply({ status: 200, headers, body });
    },
  });
}

/** Changes of the feed that a follower needs in its file before it goes on. */
const AWAITED = new Set(["follow", "confirm"]);

function noteErased({ db }: Context, { deletion, copy }: { deletion?: number; copy?: CopyReceipt }): Promise<boolean> {
  if (deletion === undefined || copy === undefined) throw invalid("copy", "The receipt is missing.", "required");
  return completeReceipt(db, { id: deletion }, copy);
}

/** The pages of the database, for a hoglet that follows this one (`hoglet serve --follow`). */
export const replicationRoutes: readonly Route[] = [
  {
    access: "public",
    methods: ["GET"],
    path: "/api/replication/standing",
    summary: "For the hoglets of a database: whether this one follows, and since when others were the first.",
    response: Standing,
    run(ctx, { target }) {
      const identity = readIdentity(ctx.db);
      // The random name of the database is known to those that have it.
      if (identity === null || identity.database !== target.query.get("database"))
        throw notFound("Database not found.");
      if (ctx.follower?.isTakingOver === true)
        throw unavailable("taking_over", "This hoglet is taking over.", undefined);
      return jsonReply(200, { is_following: ctx.db.isFollowing, starts: identity.starts, last_seq: newestSeq(ctx.db) });
    },
  },
  defineRoute({
    methods: ["POST"],
    path: "/api/replication/step_down",
    summary:
      "For a follower that takes over: nothing is written here any more, but when it does not take over after all.",
    scopes: ["*"],
    input: v.object({
      database: v.string(),
      id: v.string(),
      epoch: Whole,
      url: v.nullable(OwnUrl),
      is_off: v.optional(v.boolean(), false),
    }),
    example: { database: "0f1e2d3c4b5a69788796a5b4c3d2e1f0", id: "8c1d", epoch: 2, url: "https://second.example.com" },
    status: 200,
    response: SteppedDown,
    errors: { conflict: { "": "It is not the first of that database, or steps down for another follower." } },
    isLocal: true,
    async run(ctx, { input }) {
      const { is_off: isOff, ...successor } = input;
      await ctx.first.fence.stepDown({ ...successor, isOff });
      await ctx.queue.drain();
      return { last_seq: newestSeq(ctx.db) };
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: "/api/replication/feed",
    summary: "For a follower whose engine has a copy of its own: notes its claim, its mark or an erasure here.",
    scopes: ["*"],
    input: v.object({
      verb: v.picklist([...FEED_VERBS, "erased"]),
      ...FeedChange,
      deletion: v.exactOptional(Whole),
      copy: v.exactOptional(CopyReceipt),
    }),
    example: { verb: "confirm", name: "clickhouse", holder: null, mark: { events: 48_210, changes: 731 } },
    status: 200,
    response: FeedChanged,
    errors: { conflict: { "": 'The database is in memory, follows another, or has `checkpoint: "external"`.' } },
    isLocal: true,
    async run(ctx, { input }) {
      requireFollowable(ctx.db);
      ctx.first.fence.requireFirst();
      const { verb } = input;
      const found = verb === "erased" ? await noteErased(ctx, input) : await changeFeed(ctx.db, verb, input);
      const [mark, isDone] = typeof found === "object" ? [found, true] : [null, found];
      const isAwaited = isDone && AWAITED.has(verb);
      return { is_done: isDone, mark, count: isAwaited ? await countChange(ctx.db) : null };
    },
  }),
  partRoute(
    "",
    "For followers: the mark with which they begin.",
    v.object({ own_url: v.optional(OwnUrl) }),
    () => ({ kind: "begin" }),
    async (ctx, { own_url: url }) => url !== undefined && (await ctx.first.fence.noteFollower(url)),
  ),
  partRoute(
    "/commits",
    "For followers: the pages that commits after a mark have changed; waits for a commit.",
    v.object({
      after: Mark,
      wait_ms: v.optional(v.pipe(WholeText, v.maxValue(MOST_WAIT_MS)), "0"),
    }),
    ({ after, wait_ms: waitMs }) => ({ kind: "commits", after, waitMs }),
  ),
  partRoute(
    "/hashes",
    "For followers: the SHA-256 of 256 groups of pages, 64 KiB each.",
    v.object({ since: Mark, from: WholeText }),
    (input) => ({ kind: "hashes", ...input }),
  ),
  partRoute(
    "/groups",
    "For followers: groups of pages by their numbers.",
    v.object({
      since: Mark,
      numbers: v.pipe(
        v.string(),
        v.transform((text) => text.split(",")),
        v.array(WholeText),
        v.maxLength(MOST_GROUPS),
      ),
    }),
    (input) => ({ kind: "groups", ...input }),
  ),
];
