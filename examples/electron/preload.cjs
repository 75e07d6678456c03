const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("analytics", {
  capture: (event, properties) => ipcRenderer.invoke("capture", { event, properties }),
  count: () => ipcRenderer.invoke("count"),
});
