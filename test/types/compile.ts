import { createRequire } from "node:module";

// node test/types/compile.ts COMPILER PROJECT …: prints the errors of a compiler (the folder of a TypeScript before 7) about the
// projects and the package's declarations, each on a line. It calls the compiler's API, which takes a third of the command's
// time: sources are read once for all projects, the package's declarations are checked in the first project alone, and those of
// other packages (@types/node, posthog-node) not at all.

/** The part of TypeScript's API that is used. */
interface TypeScript {
  sys: object;
  getParsedCommandLineOfConfigFile(path: string, options: object, host: object): Parsed;
  createCompilerHost(options: object): Host;
  createProgram(files: readonly string[], options: object, host: Host): Program;
  formatDiagnostics(diagnostics: readonly object[], host: Host): string;
}
interface Parsed {
  fileNames: string[];
  options: object;
  errors: object[];
}
interface SourceFile {
  fileName: string;
}
interface Host {
  getSourceFile(path: string, mode: object, ...more: unknown[]): SourceFile | undefined;
}
interface Program {
  getSourceFiles(): readonly SourceFile[];
  getOptionsDiagnostics(): readonly object[];
  getGlobalDiagnostics(): readonly object[];
  getSyntacticDiagnostics(file: SourceFile): readonly object[];
  getSemanticDiagnostics(file: SourceFile): readonly object[];
}

const [compiler = "", ...projects] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler) as TypeScript;
const sources = new Map<string, SourceFile | undefined>();
const checkedDeclarations = new Set<string>();
for (const project of projects) compile(project);

function compile(project: string): void {
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(project, {}, ts.sys);
  const host = ts.createCompilerHost(options);
  readOnce(host);
  const program = ts.createProgram(fileNames, options, host);
  const own = program.getSourceFiles().filter(({ fileName }) => !fileName.includes("/node_modules/"));
  const unchecked = own.filter(({ fileName }) => !checkedDeclarations.has(fileName));
  const found = unchecked.flatMap((file) =>
    program.getSyntacticDiagnostics(file).concat(program.getSemanticDiagnostics(file)),
  );
  const all = [...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...found];
  process.stdout.write(ts.formatDiagnostics(all, host));
  const declarations = own.map(({ fileName }) => fileName).filter((name) => name.includes("/dist/"));
  for (const name of declarations) checkedDeclarations.add(name);
  if (declarations.length === 0) throw new Error(`${project} does not use the package.`);
}

/** A file is another one as CommonJS than as an ES module. */
function readOnce(host: Host): void {
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, mode, ...more) => {
    const key = `${path} ${JSON.stringify(mode)}`;
    if (!sources.has(key)) sources.set(key, read(path, mode, ...more));
    return sources.get(key);
  };
}
