import { writeFile } from "node:fs/promises";
import { COMPILED_FILE, compileKernels } from "./compile-kernels.ts";

// `npm run kernels`, after editing lib/engines/columns/kernels/assembly: a test holds that both belong together.

await writeFile(COMPILED_FILE, await compileKernels());
