import * as v from "valibot";
import { openPlace } from "../places/index.ts";
import { epochOf } from "./identity.ts";
import type { Identity } from "./identity.ts";
import type { Named } from "./part.ts";

/** Ms of which all sides of a lease know. */
export const LEASE_MS = {
  /** Between the beginnings of two beats of the first. */
  beat: 1000,
  /** After the beginning of its last beat a first writes so long. */
  held: 2500,
  /** A follower that sees no new beat for so long takes over: longer, for commits that have begun and clocks of unlike speed. */
  life: 3000,
  /** Between two looks of a follower. */
  look: 500,
};

/** Ms for an answer of a bucket. */
const ANSWER_MS = 800;

const MOST_BYTES = 4096;

/** The newest word of a first, from one of its processes. */
const Beat = v.object({ id: v.string(), count: v.number() });
export type Beat = v.InferOutput<typeof Beat>;

/** The right to be the first of an epoch. */
const Claim = v.object({
  /** A random name, which the first's database knows. */
  id: v.string(),
  /** The address of the first; null = unknown. */
  url: v.nullable(v.string()),
});
export type Claim = v.InferOutput<typeof Claim>;

/** The objects of a database's lease: for each epoch a claim, which is stored once, and a beat. */
export interface LeasePlace {
  beat(epoch: number, beat: Beat): Promise<void>;
  /** Null = nobody has beaten in the epoch. */
  readBeat(epoch: number): Promise<Beat | null>;
  /** Null = the epoch is free. */
  readClaim(epoch: number): Promise<Claim | null>;
  /** @returns "before" = this name had claimed it already; null = another hoglet has */
  claim(epoch: number, claim: Claim): Promise<"now" | "before" | null>;
}

/** @param to a folder or bucket @throws misconfigured when it cannot be one */
export async function openLeasePlace(to: string): Promise<(database: Named["database"]) => LeasePlace> {
  const place = await openPlace(to, { option: "lease", answerMs: ANSWER_MS });
  return (database) => {
    const nameOf = (kind: "beat" | "epoch", epoch: number) => `${database}/${kind}-${epoch}.json`;
    const readClaim = async (epoch: number) => unpack(Claim, await place.get(nameOf("epoch", epoch), MOST_BYTES));
    return {
      beat: (epoch, beat) => place.put(nameOf("beat", epoch), pack(beat)),
      readBeat: async (epoch) => unpack(Beat, await place.get(nameOf("beat", epoch), MOST_BYTES)),
      readClaim,
      async claim(epoch, claim) {
        if (await place.create(nameOf("epoch", epoch), pack(claim))) return "now";
        // The answer to an earlier try may have been lost.
        return (await readClaim(epoch))?.id === claim.id ? "before" : null;
      },
    };
  };
}

/** Has nobody claimed the epoch after that of a database? */
export async function isEpochFree(to: string, own: Identity): Promise<boolean> {
  const lease = (await openLeasePlace(to))(own.database);
  return (await lease.readClaim(epochOf(own) + 1)) === null;
}

function unpack<Schema extends v.GenericSchema>(schema: Schema, bytes: Buffer | null): v.InferOutput<Schema> | null {
  return bytes === null ? null : v.parse(schema, JSON.parse(bytes.toString()));
}

function pack(value: Beat | Claim): Buffer {
  return Buffer.from(JSON.stringify(value));
}
