import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { packTar } from "modern-tar";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { oneIn } from "../support/rounds.ts";

// Archives of plugins that cost more than they hold.

const MIB = 1024 * 1024;
const MANIFEST = strToU8('{"name":"a"}');

/** A tgz of these files. */
async function tgz(files: Record<string, string | Uint8Array>, level?: number): Promise<Buffer> {
  const members = Object.entries(files).map(([name, body]) => ({ header: { name, size: body.length }, body }));
  return gzipSync(await packTar(members), level === undefined ? {} : { level });
}

/** A tgz with this text in a field of its first header, whose sum is right. */
async function tgzWith(at: number, text: string): Promise<Buffer> {
  const tar = Buffer.from(await packTar([{ header: { name: "a/index.js", size: 1 }, body: "x" }]));
  tar.write(text, at, "latin1");
  tar.fill(" ", SUM_AT, SUM_AT + 8);
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, SUM_AT, "latin1");
  return gzipSync(tar);
}

/** A zip whose first file has the change of `write` in both of its headers. */
function zipWith(zip: Uint8Array, write: (directory: Buffer) => void): Buffer {
  const bytes = Buffer.from(zip);
  write(bytes.subarray(bytes.indexOf("PK\u0001\u0002")));
  return bytes;
}

const SIZE_AT = 124;
const SUM_AT = 148;
const zeros = (sizeBytes: number) => new Uint8Array(sizeBytes);
const names = (count: number) => Array.from({ length: count }, (_, index) => `a/${index}.png`);
const deep = `${"a/".repeat(40)}index.js`;
/** Not packed, so that nothing but their number or their sum is at fault. */
const STORED = { level: 0 } as const;

const ATTACKS: Record<string, [bytes: () => Uint8Array | Promise<Uint8Array>, says: RegExp]> = {
  "a zip that unpacks to far more than it has": [() => zipSync({ "a/index.js": zeros(9 * MIB) }), /times larger/],
  "a zip of one large file": [() => zipSync({ "a/index.js": zeros(11 * MIB) }, STORED), /a file in it is larger/],
  "a zip of many files that are large together": [
    () => zipSync({ "a/1.js": zeros(6 * MIB), "a/2.js": zeros(6 * MIB), "a/3.js": zeros(6 * MIB) }, STORED),
    /it holds more than \d+ bytes/,
  ],
  "a zip that says a bomb has one byte": [
    () => zipWith(zipSync({ "a/index.js": zeros(60 * MIB) }), (directory) => directory.writeUInt32LE(1, 24)),
    /cannot be read/,
  ],
  "a zip with the same bytes as many files": [
    () => {
      const one = deflateRawSync(zeros(MIB));
      return overlapping(one, 2000);
    },
    /times larger|holds more than/,
  ],
  "a zip of too many entries": [
    () => zipSync(Object.fromEntries(names(5001).map((name) => [name, zeros(0)])), STORED),
    /more than 5000 files/,
  ],
  "a zip with a deep path": [() => zipSync({ [deep]: MANIFEST }), /more than 32 parts/],
  "a zip with a long path": [() => zipSync({ [`${"a".repeat(2000)}.js`]: MANIFEST }), /more than 1024 characters/],
  "a zip whose directory lies outside": [
    () => {
      const zip = Buffer.from(zipSync({ "a/index.js": MANIFEST }));
      zip.writeUInt32LE(0xffffffff, zip.length - 6);
      return zip;
    },
    /cannot be read/,
  ],
  "a zip whose file lies outside": [
    () => zipWith(zipSync({ "a/index.js": MANIFEST }), (directory) => directory.writeUInt32LE(0xfffffff0, 42)),
    /cannot be read/,
  ],
  "a zip that is encrypted": [
    () => zipWith(zipSync({ "a/index.js": MANIFEST }), (directory) => directory.writeUInt16LE(1, 8)),
    /is encrypted/,
  ],
  "a zip packed in an unknown way": [
    () => zipWith(zipSync({ "a/index.js": MANIFEST }), (directory) => directory.writeUInt16LE(93, 10)),
    /compression method: 93/,
  ],
  "a zip whose bytes were changed": [
    () => zipWith(zipSync({ "a/index.js": MANIFEST }), (directory) => directory.writeUInt32LE(7, 16)),
    /is damaged/,
  ],
  "a tgz bomb": [() => gzipSync(zeros(60 * MIB)), /cannot be read/],
  "a tgz that unpacks to far more than it has": [() => tgz({ "a/index.js": zeros(9 * MIB) }), /cannot be read/],
  "a tgz of one large file": [() => tgz({ "a/index.js": zeros(11 * MIB) }, 0), /a file in it is larger/],
  "a tgz of too many entries": [
    () => tgz(Object.fromEntries(names(5001).map((name) => [name, ""])), 0),
    /more than 5000 files/,
  ],
  "a tgz with a deep path": [() => tgz({ [deep]: "x" }), /more than 32 parts/],
  "a tgz with a deep path in a pax header": [() => tgz({ [`${"a/".repeat(140)}index.js`]: "x" }), /more than 32 parts/],
  "a tgz with a long path": [() => tgz({ [`${"a".repeat(9000)}.js`]: "x" }), /more than 1024 characters/],
  "a tgz whose file has a negative size": [() => tgzWith(SIZE_AT, "-00000001000"), /Invalid tar number/],
  "a tgz whose file has no size": [() => tgzWith(SIZE_AT, "xxxxxxxxxxxx"), /Invalid tar number/],
  "a tgz whose file is longer than the archive": [
    () => tgzWith(SIZE_AT, "00000100000\0"),
    /Tar archive is truncated\."/,
  ],
};

/** A zip with one packed file to which all entries of the directory lead. */
function overlapping(packed: Buffer, count: number): Buffer {
  const name = Buffer.from("a/0.js");
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  name.copy(local, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc32(zeros(MIB)), 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(MIB, 24);
  entry.writeUInt16LE(name.length, 28);
  name.copy(entry, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, ...Array.from({ length: count }, () => entry), end]);
}

const archives = suite("security: archives of plugins");
const attacked = oneIn(5, archives);

for (const [attack, [bytes, says]] of Object.entries(ATTACKS)) {
  attacked(`${attack}: 400`, async () => {
    await using hoglet = await createHoglet();
    const form = new FormData();
    form.set("archive", new Blob([Buffer.from(await bytes())]), "a.zip");
    const reply = await hoglet.fetch("/api/organizations/@current/plugins/", {
      method: "POST",
      headers: { authorization: `Bearer ${hoglet.personalApiKey}` },
      body: form,
    });
    const text = await reply.text();
    assert.is(reply.status, 400, text);
    assert.match(text, says);
    assert.is((JSON.parse(text) as { attr: string }).attr, "archive");
  });
}

archives.run();
