import { main } from "assemblyscript/asc";

const SOURCE = "lib/engines/columns/kernels/assembly/index.ts";

/** The module that holds the compiled kernels. */
export const COMPILED_FILE = "lib/engines/columns/kernels/compiled-bytes.ts";

/**
 * The options of the compiler: no garbage collector and no checks, since kernels work in columns that their callers
 * hand over.
 */
const OPTIONS = ["-O3", "--converge", "--runtime", "stub", "--noAssert", "--use", "abort="];

/** The memory comes from outside, and threads share it. */
const MEMORY = [
  "--importMemory",
  "--sharedMemory",
  "--enable",
  "threads",
  "--enable",
  "simd",
  "--initialMemory",
  "1",
  "--maximumMemory",
  "65536",
];

/**
 * Compiles the kernels in AssemblyScript, and returns the module with their bytes as text: a module, because sources, bundles
 * and single executables then find it alike.
 */
export async function compileKernels(): Promise<string> {
  let bytes = new Uint8Array(0);
  const { error, stderr } = await main([SOURCE, ...OPTIONS, ...MEMORY, "--outFile", "kernels.wasm"], {
    writeFile: (_, contents) => void (bytes = Buffer.from(contents)),
  });
  if (error !== null) throw new Error(`The kernels cannot be compiled.\n${stderr.toString()}`, { cause: error });
  const text = Buffer.from(bytes).toString("base64");
  return `/** Made of \`assembly/\` by \`npm run kernels\`: WebAssembly as Base64. */\nexport const COMPILED_BYTES =\n  "${text}";\n`;
}
