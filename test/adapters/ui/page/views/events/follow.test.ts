import { suite } from "uvu";
import * as assert from "uvu/assert";
import { follow } from "../../../../../../adapters/ui/page/views/events/follow.ts";
import type { FollowOptions } from "../../../../../../adapters/ui/page/views/events/follow.ts";

function stream(...texts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

/** Follows with the given answers, each a stream or an error, until none is left. @returns the calls and events */
async function run(answers: (ReadableStream<Uint8Array> | Error)[]) {
  const controller = new AbortController();
  const seen: string[] = [];
  const [asked, pauses, states]: [(string | null)[], number[], string[]] = [[], [], []];
  const options: FollowOptions = {
    signal: controller.signal,
    async open(lastId) {
      asked.push(lastId);
      const answer = answers.shift();
      if (answers.length === 0) setTimeout(() => controller.abort(), 5);
      if (answer instanceof Error) throw answer;
      return answer ?? stream();
    },
    onMessages: (messages) => void seen.push(...messages.map(({ data }) => data)),
    onState: (state) => void states.push(state),
    pause: async (ms) => {
      pauses.push(ms);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
  const error = await follow(options).then(
    () => null,
    (cause: Error) => cause.message,
  );
  return { seen, asked, pauses, states, error };
}

function refusal(status: number): Error {
  return Object.assign(new Error(`refused by ${status}`), { status });
}

const following = suite("follow");

following("goes on after the last message when the stream breaks", async () => {
  const { seen, asked, states } = await run([
    stream("id: 4\ndata: a\n\n", "id: 5\ndata: b\n\nid: 6\ndata: lost"),
    stream("id: 6\ndata: c\n\n"),
  ]);
  assert.equal(seen, ["a", "b", "c"]);
  assert.equal(asked.slice(0, 2), [null, "5"]);
  assert.equal(states.slice(0, 4), ["connecting", "open", "waiting", "connecting"]);
});

following("waits longer after each failure, up to 15 seconds, and briefly again once it was connected", async () => {
  const down = new TypeError("Failed to fetch");
  const { pauses } = await run([down, down, down, down, down, down, down, stream(), down, down]);
  assert.equal(pauses.slice(0, 10), [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 500, 1000, 2000]);
});

following("ends at a refusal, and tries again after what passes", async () => {
  const { error, asked } = await run([refusal(429), refusal(503), refusal(400), stream()]);
  assert.is(error, "refused by 400");
  assert.is(asked.length, 3);
});

following("ends when the signal comes, in the middle of a stream too", async () => {
  const controller = new AbortController();
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
  const done = follow({
    signal: controller.signal,
    open: async () => endless,
    onMessages: () => {},
    onState: (state) => state === "open" && setTimeout(() => controller.abort()),
  });
  await done;
  assert.ok(isCancelled);
});

following.run();
