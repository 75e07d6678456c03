import { spawn } from "node:child_process";

// Commands that open addresses on each system; all other systems have xdg-open. Three commands need no package.
const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the user's browser, without waiting; calls `onFailure` when that fails. */
export function openBrowser(url: string, onFailure: () => void): void {
  const [command, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.unref();
}
