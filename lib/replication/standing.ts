import * as v from "valibot";
import { fetch } from "../base/platform.ts";
import { readBounded } from "../base/read-bounded.ts";

/** The answer to the question who is the first of a database; public, to those who know the database's random name. */
export const Standing = v.pipe(
  v.object({
    /** Does it follow another hoglet? */
    is_following: v.boolean(),
    /** As the identity's. */
    starts: v.array(v.pipe(v.number(), v.integer())),
  }),
  v.examples([{ is_following: false, starts: [48_210] }]),
);
export type Standing = v.InferOutput<typeof Standing>;

/** Ms for the answer. */
const ANSWER_MS = 1500;

const MOST_BYTES = 64 * 1024;

/** Asks a hoglet about its database. Null = it has another database. @throws Error when it does not answer */
export async function standingAt(url: string, database: string): Promise<Standing | null> {
  const reply = await fetch(`${url}/api/replication/standing?database=${database}`, {
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const body = await readBounded(reply, MOST_BYTES);
  if (reply.status === 404) return null;
  if (reply.status !== 200 || body === null) throw new Error(`${url} answers ${reply.status}.`);
  return v.parse(Standing, JSON.parse(body.toString()));
}
