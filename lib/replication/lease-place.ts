import * as v from "valibot";
import { openPlace } from "../places/index.ts";
import { epochOf } from "./identity.ts";
import type { Identity } from "./identity.ts";
import type { Named } from "./part.ts";

/** Ms of which all sides of a lease know. */
export const LEASE_MS = {
  /** Between two beats of the first. */
  beat: 1000,
  /** After the beginning of its last beat a first writes so long. */
  held: 2500,
  /** A follower that sees no new beat for so long takes over: longer, for commits that have begun and clocks of unlike speed. */
  life: 3000,
  /** Between two looks of a follower. */
  look: 500,
};

/** Ms for an answer of a bucket. */
const ANSWER_MS = 1000;

const MOST_BYTES = 4096;

/** The newest word of a first. */
const Beat = v.object({ epoch: v.number(), id: v.string(), count: v.number() });
export type Beat = v.InferOutput<typeof Beat>;

/** The right to begin an epoch. */
const Claim = v.object({ url: v.string() });
export type Claim = v.InferOutput<typeof Claim>;

/** The objects of a database's lease: one beat, and a claim for each epoch that was begun with a lease. */
export interface LeasePlace {
  beat(beat: Beat): Promise<void>;
  /** Null = the lease was never held. */
  readBeat(): Promise<Beat | null>;
  /** Null = the epoch is free. */
  readClaim(epoch: number): Promise<Claim | null>;
  /** @returns false = the epoch is claimed already */
  claim(epoch: number, claim: Claim): Promise<boolean>;
}

/** Has nobody claimed the epoch after that of a database? */
export async function isEpochFree(to: string, own: Identity): Promise<boolean> {
  const place = await openLeasePlace(to, own.database);
  return (await place.readClaim(epochOf(own) + 1)) === null;
}

/** @param to a folder or bucket */
export async function openLeasePlace(to: string, database: Named["database"]): Promise<LeasePlace> {
  const place = await openPlace(to, { option: "lease", answerMs: ANSWER_MS });
  const nameOf = (name: string) => `${database}/${name}.json`;
  const read = async <Schema extends v.GenericSchema>(schema: Schema, name: string) => {
    const bytes = await place.get(nameOf(name), MOST_BYTES);
    return bytes === null ? null : v.parse(schema, JSON.parse(bytes.toString()));
  };
  return {
    beat: (beat) => place.put(nameOf("beat"), pack(beat)),
    readBeat: () => read(Beat, "beat"),
    readClaim: (epoch) => read(Claim, `epoch-${epoch}`),
    claim: (epoch, claim) => place.create(nameOf(`epoch-${epoch}`), pack(claim)),
  };
}

function pack(value: Beat | Claim): Buffer {
  return Buffer.from(JSON.stringify(value));
}
