import { join } from "node:path";
import { clearInterval, setInterval } from "../../base/platform.ts";
import { startWatch } from "../../base/watch.ts";
import { toSent } from "../../storage/index.ts";
import { openSource } from "../read-source.ts";
import type { SourceReader } from "../read-source.ts";
import type { Bytes } from "../read/bytes.ts";
import { openSpool } from "../read/spool.ts";
import { stageSource } from "../stage-source.ts";
import { createCollector } from "../stage/collect.ts";
import type { Collected } from "../stage/collect.ts";
import { orderStaged } from "../stage/order-staged.ts";
import { createScratch } from "../stage/scratch.ts";
import { settleLinks } from "../stage/settle.ts";
import type { BadSourceRecord } from "../options.ts";
import { findExcess, MOST_MEMORY_BYTES, MOST_STEP_MS } from "./limits.ts";
import { ownLines, resume } from "./own-lines.ts";
import type { FromReader, ReadRequest, ToReader } from "./protocol.ts";

// The process that reads files from outside, one input after the other; `reading.ts` starts and ends it. A second
// thread watches time and memory, since this one cannot while it works.

const watch = startWatch();

const waiting: { piece?: (bytes: Uint8Array | null) => void; taken?: () => void } = {};

process.on("message", (message: ToReader) => {
  if (message.kind === "read") void read(message.request);
  else if (message.kind === "piece") waiting.piece?.(message.bytes);
  else waiting.taken?.();
});
// The process that asked is gone.
process.on("disconnect", () => process.exit());
void send({ kind: "ready" });

async function read(request: ReadRequest): Promise<void> {
  const bad: BadSourceRecord[] = [];
  const pulse = startPulse();
  try {
    await run(request, pulse, bad);
  } catch (error) {
    await send({ kind: "failed", error: toSent(error), bad, isFit: true });
  } finally {
    pulse.end();
  }
}

async function run(request: ReadRequest, pulse: Pulse, bad: BadSourceRecord[]): Promise<void> {
  const { path, folder, nowMs, wantsBad } = request;
  const scratch = createScratch(join(folder, "scratch"));
  try {
    const options = {
      ...request.options,
      onRecognised: (found) => void send({ kind: "recognised", found }),
      onStep(step) {
        pulse.beat();
        void send({ kind: "step", step, bad: bad.splice(0) });
      },
      ...(wantsBad && { onBad: (record) => void bad.push(record) }),
    } satisfies Parameters<typeof stageSource>[0]["options"];
    const reader = await openSource(path === null ? pull() : { path }, options, openSpool(folder));
    const collector = createCollector(scratch, nowMs, options);
    pulse.watch(reader, collector.counts);
    const files = reader.files[Symbol.asyncIterator]();
    const first = await files.next();
    if (first.done !== true && "own" in first.value) return await giveOwn(ownLines(first.value, files), reader);
    const {
      chosen,
      files: number,
      bad: left,
    } = await stageSource({ reader, scratch, collector, options, nowMs }, resume(first, files));
    const settled = settleLinks(scratch, pulse.beat);
    orderStaged(scratch, pulse.beat);
    const { counts } = collector;
    const { source, kind } = chosen;
    const staged = { source, recordKind: kind, files: number, bad: left, counts, settled };
    scratch.close();
    await send({ kind: "staged", staged: { ...staged, passedOver: reader.passedOver } });
  } finally {
    scratch.close();
  }
}

async function* pull(): Bytes & AsyncGenerator<Uint8Array> {
  for (;;) {
    const asked = new Promise<Uint8Array | null>((resolve) => (waiting.piece = resolve));
    await send({ kind: "more" });
    const bytes = await asked;
    if (bytes === null) return;
    yield bytes;
  }
}

async function giveOwn(own: Bytes, reader: SourceReader): Promise<void> {
  for await (const bytes of own) {
    const taken = new Promise<void>((resolve) => (waiting.taken = resolve));
    const { inputs, sizeBytes } = reader;
    await send({ kind: "own", bytes, inputs, sizeBytes, readBytes: reader.readBytes() });
    await taken;
  }
  await send({ kind: "ended" });
}

/** Interval in ms in which a reader that waits for bytes shows that it is not stuck. */
const BEAT_MS = 1000;

/** The sign that one step is done and the next begins. */
interface Pulse {
  beat(): void;
  /** Compares the work with the size of the input from now on. */
  watch(reader: SourceReader, counts: Collected): void;
  end(): void;
}

function startPulse(): Pulse {
  const cpu = process.cpuUsage();
  let watched: { reader: SourceReader; counts: Collected } | undefined;
  const beat = () => {
    watch.end();
    // The bound is for the whole process, not for the memory that this input adds.
    const memoryBytes = MOST_MEMORY_BYTES - process.memoryUsage.rss();
    watch.begin({ timeoutMs: MOST_STEP_MS, memoryBytes });
    if (watched === undefined) return;
    const { user, system } = process.cpuUsage(cpu);
    const { reader, counts } = watched;
    const inputBytes = reader.sizeBytes ?? reader.readBytes();
    const excess = findExcess({ cpuMs: (user + system) / 1000, records: counts.records, inputBytes });
    if (excess === null) return;
    // Only the end of the process ends work that may be anywhere.
    watched = undefined;
    void send({ kind: "failed", error: toSent(excess), bad: [], isFit: false }).then(() => process.exit());
  };
  watch.begin({ timeoutMs: MOST_STEP_MS, memoryBytes: MOST_MEMORY_BYTES });
  const timer = setInterval(beat, BEAT_MS);
  return {
    beat,
    watch: (reader, counts) => void (watched = { reader, counts }),
    end() {
      clearInterval(timer);
      watch.end();
    },
  };
}

/** Resolves when the message is written, so that large ones do not pile up. */
function send(message: FromReader): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}
