import { spawnSync } from "node:child_process";

/**
 * Compiles `record-writes.c`. @param folder whose files it watches
 * @returns the environment of a process under it; undefined = this is not Linux, or there is no C compiler
 */
export function makeRecorder(library: string, folder: string): NodeJS.ProcessEnv | undefined {
  if (process.platform !== "linux") return undefined;
  const source = new URL("record-writes.c", import.meta.url).pathname;
  const { status } = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"]);
  if (status !== 0) return undefined;
  return { ...process.env, LD_PRELOAD: library, HOGLET_RECORD_FOLDER: `${folder}/` };
}
