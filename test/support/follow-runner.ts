/** Follows a hoglet, for a drill that kills this process: `file url`. Prints `open` once the file is a moment of the other. */
import { createHoglet } from "../../lib/index.ts";
import { FOLLOW_KEY } from "./followed.ts";

const [file, url] = process.argv.slice(2);
if (file === undefined || url === undefined) throw new Error("expected a file and an address");
await createHoglet({ file, follow: { url, key: FOLLOW_KEY } });
process.stdout.write("open\n");
setInterval(() => {}, 60_000);
