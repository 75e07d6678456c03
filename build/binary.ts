import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import type { Packed } from "../bin/binary/packed.ts";
import manifest from "../package.json" with { type: "json" };

// Run by `npm run build:binary` after the build: creates out/hoglet, the pinned Node with all of hoglet in it, as one
// of Node's single executable applications (https://nodejs.org/api/single-executable-applications.html). It runs on the
// system and processor on which it was built. postject puts the files into the executable, as Node's manual does for
// Node 24; from Node 25.5 on `node --build-sea` can take its place.
//
// Tried on Linux with glibc only. Not tried: macOS, where the signature is removed before and an ad-hoc signature added
// after; Windows, where the signature of node.exe becomes invalid (`signtool remove /s` removes it, then a release is
// signed again).

const WORK = "out/parts";
const BINARY = process.platform === "win32" ? "out/hoglet.exe" : "out/hoglet";

/** The mark in Node's executable that tells whether it holds an application; from Node's manual. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

await rm("out", { recursive: true, force: true });
await mkdir(WORK, { recursive: true });
await bundleMain(join(WORK, "main.cjs"));
const config = {
  main: join(WORK, "main.cjs"),
  output: join(WORK, "blob"),
  disableExperimentalSEAWarning: true,
  assets: await packFiles(),
};
await writeFile(join(WORK, "config.json"), JSON.stringify(config));
execFileSync(process.execPath, ["--experimental-sea-config", join(WORK, "config.json")], { stdio: "inherit" });
await copyFile(process.execPath, BINARY);
await chmod(BINARY, 0o755);
const isMac = process.platform === "darwin";
if (isMac) execFileSync("codesign", ["--remove-signature", BINARY]);
const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
const postject = ["node_modules/postject/dist/cli.js", BINARY, "NODE_SEA_BLOB", config.output];
// It warns of notes of Node's linker; an error is thrown with the whole output.
execFileSync(process.execPath, [...postject, "--sentinel-fuse", FUSE, ...segment], { stdio: "pipe" });
if (isMac) execFileSync("codesign", ["--sign", "-", BINARY]);
await rm(WORK, { recursive: true });
const { size } = await stat(BINARY);
process.stdout.write(`${BINARY}: ${(size / 1e6).toFixed(1)} MB\n`);

async function bundleMain(file: string): Promise<void> {
  const bundle = await rolldown({ input: "bin/binary/main.ts", platform: "node" });
  await bundle.write({ file, format: "cjs", comments: false });
  await bundle.close();
}

/** Compresses the files of the executable; returns them by the paths to which they unpack. */
async function packFiles(): Promise<Record<string, string>> {
  const assets: Record<string, string> = {};
  const files: Packed["files"] = [];
  for (const path of await listFiles()) {
    const bytes = path === "package.json" ? toManifest() : await readFile(path);
    assets[path] = join(WORK, `${files.length}.zst`);
    files.push({ path, sha256: toSha256(bytes) });
    const level = { [constants.ZSTD_c_compressionLevel]: 19 };
    await writeFile(assets[path], zstdCompressSync(bytes, { params: level }));
  }
  const name = `${manifest.version}-${toSha256(JSON.stringify(files)).slice(0, 16)}`;
  await writeFile(join(WORK, "packed.json"), JSON.stringify({ name, files } satisfies Packed));
  return { ...assets, "packed.json": join(WORK, "packed.json") };
}

/** The built code, and the part of better-sqlite3 that runs here: its scripts and one of its eight binaries. */
async function listFiles(): Promise<string[]> {
  const sqlite = "node_modules/better-sqlite3";
  const folders = ["dist/code", `${sqlite}/lib`];
  const found = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })));
  const files = found.flat().filter((entry) => entry.isFile());
  return [
    "package.json",
    `${sqlite}/package.json`,
    `${sqlite}/prebuilds/${process.platform}-${process.arch}.node`,
    ...files.map(({ parentPath, name }) => join(parentPath, name).replaceAll("\\", "/")).toSorted(),
  ];
}

/** A manifest in which the command finds its version, by the package's own name. */
function toManifest(): Buffer {
  const { name, version, type, exports: all } = manifest;
  return Buffer.from(JSON.stringify({ name, version, type, exports: { "./package.json": all["./package.json"] } }));
}

function toSha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
