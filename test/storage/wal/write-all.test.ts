import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { writeAll } from "../../../lib/storage/wal/index.ts";
import { refusal } from "../../support/refusal.ts";
import { fillDisk, isMountable, mountSmall } from "../../support/small-disk.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const writing = suite("writeAll");

if (isMountable)
  writing("throws on a disk that takes a part of the bytes only, and writes all once there is space", async () => {
    const folder = tempFolder();
    const disk = mountSmall(folder.path);
    const ballast = fillDisk(folder.path, 64 * 1024);
    const [path, bytes] = [folder.file("log"), Buffer.alloc(256 * 1024, 7)];
    const fd = openSync(path, "w");
    assert.is((await refusal((async () => writeAll(fd, bytes, 0))())).code, "storage_full");
    rmSync(ballast);
    writeAll(fd, bytes, 0);
    closeSync(fd);
    assert.ok(readFileSync(path).equals(bytes));
    disk?.unmount();
    folder.remove();
  });

writing.run();
