import * as v from "valibot";
import type { First } from "../../replication/index.ts";
import { rawReply } from "../reply.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

type Question = Parameters<First["ask"]>[0];

const Whole = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number));

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
      const body = await ctx.first.ask(toQuestion(call.input as v.InferOutput<Schema>));
      const headers = { "content-type": "application/octet-stream", "cache-control": "no-store" };
      return rawReply({ status: 200, headers, body });
    },
  });
}

/** The pages of the database, for a hoglet that follows this one (`hoglet serve --follow`). */
export const replicationRoutes: readonly Route[] = [
  partRoute("", "For followers: the mark with which they begin.", v.object({}), () => ({ kind: "begin" })),
  partRoute(
    "/commits",
    "For followers: the pages that commits after a mark have changed; waits for a commit.",
    v.object({
      after: Mark,
      wait_ms: v.optional(v.pipe(Whole, v.maxValue(MOST_WAIT_MS)), "0"),
    }),
    ({ after, wait_ms: waitMs }) => ({ kind: "commits", after, waitMs }),
  ),
  partRoute(
    "/hashes",
    "For followers: the SHA-256 of 256 groups of pages, 64 KiB each.",
    v.object({ since: Mark, from: Whole }),
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
        v.array(Whole),
        v.maxLength(MOST_GROUPS),
      ),
    }),
    (input) => ({ kind: "groups", ...input }),
  ),
];
