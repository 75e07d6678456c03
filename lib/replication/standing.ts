import * as v from "valibot";
import { unavailable } from "../base/errors.ts";
import { ask } from "./ask.ts";

/** The answer to the question who is the first of a database; public, to those who know the database's random name. */
export const Standing = v.pipe(
  v.object({
    /** Does it follow another hoglet? */
    is_following: v.boolean(),
    /** As the identity's. */
    starts: v.array(v.pipe(v.number(), v.integer())),
    /** The last place of its log. */
    last_seq: v.pipe(v.number(), v.integer()),
  }),
  v.examples([{ is_following: false, starts: [48_210], last_seq: 51_877 }]),
);
export type Standing = v.InferOutput<typeof Standing>;

/** Ms for the answer. */
const ANSWER_MS = 1500;

/** Asks a hoglet about its database. Null = it has another database. @throws HogletError 503 `taking_over`; Error when it does not answer */
export async function standingAt(url: string, database: string): Promise<Standing | null> {
  const address = `${url}/api/replication/standing?database=${database}`;
  const { status, body } = await ask(address, { answerMs: ANSWER_MS });
  if (status === 404) return null;
  if (status === 503) throw unavailable("taking_over", `${url} is taking over.`, undefined);
  if (status !== 200 || body === null) throw new Error(`${url} answers ${status}.`);
  return v.parse(Standing, JSON.parse(body.toString()));
}
