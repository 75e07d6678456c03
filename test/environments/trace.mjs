// Arguments: an app, the folder above all that it needs, and the folder that its files are copied to, as Next.js and Vercel do.
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { nodeFileTrace } from "@vercel/nft";

const [app, base, to] = process.argv.slice(2);
const { fileList } = await nodeFileTrace([app], { base });
for (const file of fileList) await cp(join(base, file), join(to, file), { dereference: true });
