/** The name of the key of commands on this machine. */
export const COMMAND = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "") ? "⌘" : "Ctrl";
