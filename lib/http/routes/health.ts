import { Count, Instant } from "../../base/answer-scalars.ts";
import { requireWrites, tryWrite } from "../../storage/index.ts";
import { jsonReply, textReply } from "../reply.ts";
import * as v from "valibot";
import type { Route } from "../route.ts";

/** Does the process run, and can it serve? */
export const healthRoutes: readonly Route[] = [
  {
    access: "public",
    methods: ["GET"],
    path: "/livez",
    summary: "200 while the process runs.",
    produces: ["text/plain"],
    run: () => textReply(200, "ok"),
  },
  ...["/readyz", "/_health"].map((path): Route => ({
    access: "public",
    methods: ["GET"],
    path,
    summary:
      "200 when the database answers and can be written to (a lock of another process counts as that), else 503.",
    response: v.pipe(
      v.object({
        status: v.literal("ok"),
        /**
         * Only with the option `copies`: the instant by which everything stored is copied, and the seconds since then;
         * null = no copy yet.
         */
        copies: v.exactOptional(v.object({ newest_at: v.nullable(Instant), lag_seconds: v.nullable(Count) })),
        /** The first, where a hoglet follows: all that it had stored so many seconds ago is here; null = not yet. */
        following: v.exactOptional(v.object({ lag_seconds: v.nullable(Count), error: v.nullable(v.string()) })),
      }),
      v.examples([{ status: "ok" }]),
    ),
    run(ctx) {
      ctx.db.requireFile();
      ctx.db.sql("SELECT id FROM projects LIMIT 1").get();
      // Another hoglet has taken over.
      if (!ctx.db.isFollowing) requireWrites(ctx.db);
      // Writes nothing. A write lock of another process is no fault: writers wait for it.
      tryWrite(ctx.db, () => {});
      if (ctx.follower !== null) {
        const { lag_seconds, error } = ctx.follower.status();
        return jsonReply(200, { status: "ok", following: { lag_seconds, error } });
      }
      if (ctx.copies === null) return jsonReply(200, { status: "ok" });
      const { newest_at, lag_seconds } = ctx.copies.status();
      return jsonReply(200, { status: "ok", copies: { newest_at, lag_seconds } });
    },
  })),
];
