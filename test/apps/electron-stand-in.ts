/**
 * A module in the place of Electron, with the parts that the example uses. It opens the window, clicks as a user would, and quits. `exit` says whether
 * the file was closed before.
 */
export const ELECTRON = `
import { EventEmitter } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const handlers = new Map();
export const ipcMain = { handle: (name, run) => handlers.set(name, run) };
export const app = Object.assign(new EventEmitter(), {
  getPath: () => (app.folder ??= mkdtempSync(join(tmpdir(), "hoglet-electron-"))),
  whenReady: async () => {},
  quit: () => app.emit("will-quit", { preventDefault: () => {} }),
  exit: () => { console.log("closed"); process.exit(0); },
});
export class BrowserWindow {
  constructor({ webPreferences }) {
    if (!webPreferences.preload.endsWith("preload.cjs")) throw new Error("no preload");
  }
  async loadFile() {
    setTimeout(async () => {
      await handlers.get("capture")({}, { event: "exported", properties: { format: "pdf" } });
      console.log("exported " + (await handlers.get("count")({})));
      app.emit("window-all-closed");
    });
  }
}
`;
