import { join } from "node:path";
import { app, BrowserWindow, ipcMain } from "electron";
import { createHoglet } from "hoglet";

const file = join(app.getPath("userData"), "analytics.db");
const hoglet = await createHoglet({ file });

ipcMain.handle("capture", (_, { event, properties }) =>
  hoglet.capture({ event: String(event), distinct_id: "me", properties: { ...properties } }),
);
ipcMain.handle("count", async () => {
  const { results } = await hoglet.ask({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "exported" }] });
  return results[0]?.count ?? 0;
});

await app.whenReady();
const window = new BrowserWindow({ webPreferences: { preload: join(import.meta.dirname, "preload.cjs") } });
await window.loadFile("index.html");
console.log(`Events are in ${file}`);

// Electron waits for no promise: it is kept from quitting until the file is closed.
let closing;
app.on("window-all-closed", () => app.quit());
app.on("will-quit", (event) => {
  event.preventDefault();
  closing ??= hoglet.close().finally(() => app.exit());
});
