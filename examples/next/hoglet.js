import { createHoglet } from "hoglet";

// The development server loads this module again after a change: one hoglet stays for all of them.
globalThis.hoglet ??= createHoglet({ file: "analytics.db", projectToken: "phc_example" });

/** The hoglet of this server. */
export const opened = globalThis.hoglet;
