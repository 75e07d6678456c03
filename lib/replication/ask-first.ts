import type * as v from "valibot";
import { sleep } from "../base/platform.ts";
import { ask, reasonOf } from "./ask.ts";
import { MOST_REPLY_BYTES, unpackPart } from "./part.ts";

/** The first does not answer, or not to this question: it is asked again. */
export class Unanswered extends Error {}

/** The first refuses, until somebody changes something. */
export class Refused extends Error {}

/** The commits after the mark are not known: groups of pages are compared. */
export class Gone extends Error {}

/** Asks the first for a part. @throws Unanswered; Refused; Gone */
export type AskFirst = <Schema extends v.GenericSchema>(
  schema: Schema,
  path: string,
) => Promise<{ head: v.InferOutput<Schema>; bytes: Buffer }>;

/** Pauses in ms before each further try of a question. */
const PAUSES_MS = [50, 100, 200, 500, 1000];

/** Asks again where the first does not answer, so that one lost reply does not end a comparison of many. @throws as `ask` */
export async function again<T>(once: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof Unanswered) || tried >= PAUSES_MS.length) throw error;
      await sleep(PAUSES_MS[tried]);
    }
  }
}

/** Ms for a reply: 64 MiB at 10 megabits a second. */
const REPLY_MS = 60_000;

const REFUSALS = new Set([400, 401, 403, 404, 405, 409]);

export function createAskFirst(url: string, key: string): AskFirst {
  return async (schema, path) => {
    const question = { key, answerMs: REPLY_MS, mostBytes: MOST_REPLY_BYTES };
    const { status, body } = await ask(`${url}/api/replication${path}`, question).catch((error: unknown) => {
      throw new Unanswered(`${url} does not answer: ${reasonOf(error)}`);
    });
    if (body === null) throw new Unanswered(`${url} sent a reply of too many bytes.`);
    if (status === 410) throw new Gone();
    if (REFUSALS.has(status)) throw new Refused(`${url} refuses: ${detailOf(body)}`);
    if (status !== 200) throw new Unanswered(`${url} answers ${status}: ${detailOf(body)}`);
    try {
      return await unpackPart(schema, body);
    } catch (error) {
      throw new Unanswered(`${url} sent a damaged reply: ${(error as Error).message}`);
    }
  };
}

function detailOf(body: Buffer): string {
  const text = body.toString("utf8", 0, 1000);
  try {
    return (JSON.parse(text) as { detail: string }).detail;
  } catch {
    return text;
  }
}
