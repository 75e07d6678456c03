import { suite } from "uvu";
import * as assert from "uvu/assert";
import { send } from "../../../adapters/posthog/send.ts";

const sending = suite("send");

function ask(answer: () => Response) {
  const target = {
    host: "http://upstream",
    projectToken: "phc_x",
    timeoutMs: 60_000,
    fetch: async () => answer(),
    isHistorical: false,
  };
  return send(target as Parameters<typeof send>[0], ["{}"], new AbortController().signal, 0);
}

sending("takes an answer in the words of capture for a delivery, and one over the quota for none", async () => {
  assert.equal(await ask(() => Response.json({ status: 1 })), { kind: "accepted" });
  assert.equal(await ask(() => Response.json({ status: 1, quota_limited: ["recordings"] })), { kind: "accepted" });
  const refused = await ask(() => Response.json({ status: 1, quota_limited: ["events"] }));
  assert.is(refused.kind, "failed");
  assert.match(JSON.stringify(refused), "over its quota");
});

sending("reads 64 KiB of an answer, and lets the rest go", async () => {
  let pieces = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces++;
      controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
    },
    cancel: () => void (isCancelled = true),
  });
  assert.is((await ask(() => new Response(endless))).kind, "failed");
  assert.ok(isCancelled);
  assert.ok(pieces <= 6, `${pieces} pieces`);
});

sending.run();
