import type { Random } from "../../fixtures/random.ts";
import { openCoverage } from "./coverage.ts";
import { isRefusal } from "./parse-targets.ts";
import type { ParseTarget } from "./parse-targets.ts";

/** Inputs between two looks at the coverage: a look takes some milliseconds. */
const BATCH = 64;
/** Inputs that are kept because they, or others of their batch, reached new code. */
const MOST_KEPT = 2000;
/** Bytes of an input. Longer ones take longer and seldom reach more. */
const MOST_BYTES = 4096;
/** Processor time in ms that counts as a stall, if the input takes as long again. */
const STALL_MS = 250;

/** An input that a parser neither reads nor refuses. */
export interface ParseFault {
  target: string;
  input: Buffer;
  evidence: string;
}

/** The faults of a parser, and how many inputs it had. */
export interface Parsed {
  faults: ParseFault[];
  /** Inputs that were read, not refused. */
  read: number;
  /** Stretches of hoglet's code that were reached. */
  reached: number;
}

/**
 * Gives a parser inputs that are made of its corpus. Inputs that reach new code are made into others, too: V8 tells after each
 * batch which code ran for the first time.
 */
export async function parseInputs(target: ParseTarget, inputs: number, random: Random): Promise<Parsed> {
  const pool: Buffer[] = target.corpus.map((input) => Buffer.from(input));
  const found: Parsed = { faults: [], read: 0, reached: 0 };
  const known = new Set<string>();
  // Only a second batch is made of what the first one reached.
  using coverage = await openCoverage(inputs > BATCH);
  for (const input of pool.slice()) await parseOne(target, input, { found, known });
  await coverage.newlyReached();
  for (let done = 0; done < inputs; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, inputs - done) }, () => mutate(random, pool, target));
    for (const input of batch) await parseOne(target, input, { found, known });
    const reached = await coverage.newlyReached();
    found.reached += reached;
    for (const input of reached > 0 ? batch : []) {
      if (pool.length < MOST_KEPT) pool.push(input);
      else pool[random.integer(target.corpus.length, MOST_KEPT - 1)] = input;
    }
  }
  return found;
}

/** @param known kinds of faults that were found: the first input of each is told */
async function parseOne(
  target: ParseTarget,
  input: Buffer,
  { found, known }: { found: Parsed; known: Set<string> },
): Promise<void> {
  const add = (evidence: string) => {
    const kind = evidence.replaceAll(/\d+|"[^"]*"/g, "");
    if (known.has(kind)) return;
    known.add(kind);
    found.faults.push({ target: target.name, input, evidence });
  };
  try {
    const tookMs = await cpuMs(target, input, () => (found.read += 1));
    if (tookMs > STALL_MS && (await cpuMs(target, input, () => {})) > STALL_MS) add(`stall: ${tookMs.toFixed(0)} ms`);
  } catch (error) {
    add(error instanceof Error ? String(error.stack) : String(error));
  }
}

async function cpuMs(target: ParseTarget, input: Buffer, read: () => void): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await target.run(input);
    read();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Numbers at the edges of what a size, a count or an offset may be. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

/** An input with one to four changes. Every tenth of a text has changes of bytes too. */
function mutate(random: Random, pool: readonly Buffer[], { tokens, isBinary }: ParseTarget): Buffer {
  const changes = isBinary !== true && random.chance(0.9) ? TEXT_CHANGES : CHANGES;
  let bytes: Buffer = Buffer.from(random.pick(pool));
  for (let left = random.integer(1, 4); left > 0; left--) bytes = random.pick(changes)(random, bytes, pool, tokens);
  return bytes.subarray(0, MOST_BYTES);
}

type Change = (random: Random, bytes: Buffer, pool: readonly Buffer[], tokens: readonly string[]) => Buffer;

const TEXT_CHANGES: readonly Change[] = [
  (random, bytes) => {
    if (bytes.length > 0) bytes[random.integer(0, bytes.length - 1)] = random.integer(0x20, 0x7e);
    return bytes;
  },
  (random, bytes, _, tokens) => insert(random, bytes, Buffer.from(random.pick(tokens), "utf8")),
  (random, bytes, _, tokens) =>
    insert(random, bytes, Buffer.from(random.pick(tokens).repeat(random.pick([2, 50, 700])))),
  (random, bytes) => insert(random, bytes, part(random, bytes)),
  (random, bytes, pool) => insert(random, bytes, part(random, random.pick(pool))),
  (random, bytes) => {
    const [from, until] = [random.integer(0, bytes.length), random.integer(0, bytes.length)].toSorted((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(until)]);
  },
  (random, bytes) => Buffer.from(bytes.toString("latin1").replace(/\d+/, String(random.pick(EDGES))), "latin1"),
];

const CHANGES: readonly Change[] = [
  ...TEXT_CHANGES,
  (random, bytes) => {
    if (bytes.length > 0) bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
    return bytes;
  },
  (random, bytes) => {
    const at = random.integer(0, bytes.length);
    if (at + 4 <= bytes.length) bytes.writeUInt32LE(random.pick(EDGES), at);
    return bytes;
  },
];

function part(random: Random, bytes: Buffer): Buffer {
  const from = random.integer(0, bytes.length);
  return bytes.subarray(from, from + random.integer(0, 32));
}

function insert(random: Random, bytes: Buffer, piece: Buffer): Buffer {
  const at = random.integer(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}
