import { unavailable } from "../base/errors.ts";
import { ask, reasonOf } from "./ask.ts";

/** Ms for the first's answer. */
const ANSWER_MS = 10_000;

/**
 * Has the first write what its follower cannot. @returns its answer
 * @throws HogletError 503 `lease_lost` of the first; `first_unreachable` when it does not answer, or refuses
 */
export async function tellFirst({ url, key }: { url: string; key: string }, change: object): Promise<unknown> {
  const unreachable = (why: string, cause: unknown) =>
    unavailable(
      "first_unreachable",
      `This hoglet follows ${url}, ${why}. Its engine stores nothing more without that; ask again.`,
      cause,
    );
  const address = `${url}/api/replication/feed`;
  const { status, body } = await ask(address, { key, json: change, answerMs: ANSWER_MS }).catch((error: unknown) => {
    throw unreachable(`which does not answer (${reasonOf(error)})`, error);
  });
  const answer = toJson(body);
  if (status === 200 && answer !== null) return answer;
  const { code, detail = "" } = (answer ?? {}) as { code?: string; detail?: string };
  if (code === "lease_lost") throw unavailable(code, detail, undefined);
  throw unreachable(`which refuses with ${status}: ${detail.replace(/\.$/, "")}`, undefined);
}

function toJson(body: Buffer | null): unknown {
  try {
    return JSON.parse(body?.toString() ?? "");
  } catch {
    return null;
  }
}
