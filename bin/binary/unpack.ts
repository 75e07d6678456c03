import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { markUsed } from "./forget-unused.ts";
import type { Packed } from "./packed.ts";

/** Only the user may read and write the folder, because its files are executed. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Unpacks the files of an executable into a folder of the user, unless intact files exist there. Several processes may
 * do so at once: each file appears by a rename.
 * @param cache created when absent
 * @param read returns the content of a file by its path
 * @returns the folder in which the paths of the files begin
 * @throws Error with a sentence when the folder cannot be written, or belongs to another user
 */
export function unpack({ name, files }: Packed, cache: string, read: (path: string) => Uint8Array): string {
  const top = join(cache, "hoglet");
  const root = join(top, name);
  try {
    fs.mkdirSync(cache, { recursive: true, mode: FOLDER_MODE });
    const folders = files.flatMap(({ path }) => foldersOf(path)).map((path) => join(root, path));
    for (const folder of new Set([top, root, ...folders])) makeOwnFolder(folder);
    // Before the files are written: other versions delete folders that are not marked.
    markUsed(root);
    for (const { path, sha256 } of files) {
      if (!isWhole(join(root, path), sha256)) replace(join(root, path), read(path), sha256);
    }
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(`Cannot unpack into ${root}: ${why}. XDG_CACHE_HOME can name another folder.`, { cause: error });
  }
  return root;
}

/** The folders of `a/b/c`: `a`, then `a/b`. */
function foldersOf(path: string): string[] {
  const parent = dirname(path);
  return parent === "." ? [] : [...foldersOf(parent), parent];
}

/** Requires that no other user created the folder, or a link in its place. */
function makeOwnFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const state = fs.lstatSync(folder);
  if (!state.isDirectory()) throw new Error(`${folder} is no folder`);
  if (!isOwn(state)) throw new Error(`${folder} belongs to another user`);
  // umask may have removed permissions, an archiver may have added some. Windows has no such modes.
  if (process.platform !== "win32" && (state.mode & 0o777) !== FOLDER_MODE) fs.chmodSync(folder, FOLDER_MODE);
}

/** Windows has no user number; the folder lies in the user's profile there. */
function isOwn({ uid }: fs.Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/** Is the file there, owned by the user, not a link, and with this content? */
function isWhole(file: string, sha256: string): boolean {
  let handle: number;
  try {
    // Windows has no such flag.
    handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  } catch {
    return false;
  }
  try {
    const state = fs.fstatSync(handle);
    return state.isFile() && isOwn(state) && toSha256(fs.readFileSync(handle)) === sha256;
  } finally {
    fs.closeSync(handle);
  }
}

function replace(file: string, bytes: Uint8Array, sha256: string): void {
  const temporary = `${file}.${randomBytes(8).toString("hex")}`;
  fs.writeFileSync(temporary, bytes, { mode: FILE_MODE, flag: "wx" });
  try {
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    // Windows does not replace a loaded file; in that case another process has just unpacked it.
    if (!isWhole(file, sha256)) throw error;
  }
}

function toSha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
