import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./run-command.ts";

/** A program that runs JavaScript. */
export interface Runtime {
  /** Such as `Node 22.15.0`. */
  name: string;
  kind: "node" | "bun" | "deno";
  /** The version's first number. */
  major: number;
  /** Its command line, up to the script. */
  command: [file: string, ...args: string[]];
  /** Is it older than the package's lowest Node? */
  isTooOld: boolean;
}

interface Wanted {
  kind: Runtime["kind"];
  /** A version, or a range whose newest is taken. */
  version: string;
  isShort?: boolean;
  isTooOld?: boolean;
}

export interface Selection {
  /** The oldest Node, the newest, and one that is too old? */
  isShort: boolean;
  /** Kinds of runtimes; empty = all kinds. */
  kinds: readonly string[];
}

/** The lowest Node that package.json promises. */
export function lowestNode(): string {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
  return `${engines.node.replace(">=", "")}.0`;
}

const WANTED: Wanted[] = [
  { kind: "node", version: "20", isShort: true, isTooOld: true },
  { kind: "node", version: "23.7", isTooOld: true },
  { kind: "node", version: lowestNode(), isShort: true },
  { kind: "node", version: "22" },
  { kind: "node", version: "24" },
  { kind: "node", version: ">24", isShort: true },
  { kind: "bun", version: "latest" },
  { kind: "deno", version: "latest" },
];

/**
 * Installs the runtimes from npm, where each is a package that holds the program for one platform: the packages `node`, `bun`
 * and `deno` choose among these by an install script. A runtime that `folder` already has in the right version is kept.
 */
export async function installRuntimes(folder: string, { isShort, kinds }: Selection): Promise<Runtime[]> {
  const wanted = WANTED.filter(
    (each) => (!isShort || each.isShort === true) && (kinds.length === 0 || kinds.includes(each.kind)),
  );
  const aliases = wanted.map(({ kind, version }) => `${aliasOf(kind, version)}@npm:${packageOf(kind)}@${version}`);
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--prefix", folder];
  await runNpm(["install", ...flags, ...aliases], folder);
  return wanted.map(({ kind, version: range, isTooOld = false }) => {
    const path = join(folder, "node_modules", aliasOf(kind, range));
    const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { version: string };
    const plain = version.replace(/^v/, "");
    const name = `${NAMES[kind]} ${plain}`;
    return { name, kind, major: Number(plain.split(".")[0]), command: commandOf(kind, path), isTooOld };
  });
}

const NAMES = { node: "Node", bun: "Bun", deno: "Deno" };

const { platform, arch } = process;

/** A name for each range, so that one folder keeps all of them. */
function aliasOf(kind: Runtime["kind"], range: string): string {
  return `${kind}-${range.replace(">", "after-")}`;
}

function packageOf(kind: Runtime["kind"]): string {
  if (kind === "node") return `node-${platform === "win32" ? "win" : platform}-${arch}`;
  if (kind === "deno") return `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  return `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}`;
}

function commandOf(kind: Runtime["kind"], path: string): Runtime["command"] {
  const ending = platform === "win32" ? ".exe" : "";
  if (kind === "deno") return [join(path, `deno${ending}`), "run", "--allow-all", "--quiet"];
  return [join(path, "bin", `${kind}${ending}`)];
}
