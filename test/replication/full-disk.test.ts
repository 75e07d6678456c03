import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { FOLLOW_KEY, samePages, serveFirst } from "../support/followed.ts";
import { codeOfCapture, until } from "../support/machines.ts";
import { whenAll } from "../support/rounds.ts";
import { fillDisk, isMountable, mountSmall } from "../support/small-disk.ts";
import { tempFolder } from "../support/temp-folder.ts";

const full = suite("a full disk of a follower");

if (isMountable)
  whenAll(full)("is told there, the first goes on, and the follower follows on once there is space", async () => {
    const [folder, small] = [tempFolder(), tempFolder()];
    const disk = mountSmall(small.path);
    const options = { personalApiKey: FOLLOW_KEY, deletionCron: "", replicated: "one" } as const;
    const first = await serveFirst({ file: folder.file("first.db"), ...options });
    const follower = await createHoglet({
      file: small.file("follower.db"),
      follow: { url: first.url, key: FOLLOW_KEY },
    });
    const counts = async () =>
      Promise.all(
        [first.hoglet, follower].map(async (each) => (await each.query("SELECT count() FROM events")).results[0]?.[0]),
      );
    const errorOf = async () =>
      ((await (await follower.fetch("http://x/readyz")).json()) as { following: { error: string | null } }).following
        .error;
    await samePages(first.hoglet, follower);
    const ballast = fillDisk(small.path, 200 * 1024);
    const capture = () => codeOfCapture(first.hoglet, "e", { pad: randomBytes(1500).toString("base64") });
    let acknowledged = 0;
    while ((await errorOf()) === null) if ((await capture()) === null) acknowledged += 1;
    assert.match((await errorOf()) ?? "", /full.* Free some space: hoglet then continues by itself/);
    // Stored at the first, and not acknowledged; the follower answers as before.
    assert.is(await capture(), "not_replicated");
    const [stored = 0, followed = 0] = (await counts()).map(Number);
    assert.ok(acknowledged > 0 && followed >= acknowledged && stored > followed);

    rmSync(ballast);
    await until(async () => ((await capture()) === null ? true : null));
    await until(async () => ((await errorOf()) === null ? true : null));
    await samePages(first.hoglet, follower);
    assert.ok((await follower.check()).ok);
    await follower.close();
    await first.close();
    disk?.unmount();
    small.remove();
    folder.remove();
  });

full.run();
