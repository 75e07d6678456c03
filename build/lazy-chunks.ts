import { relative } from "node:path";
import { RolldownMagicString } from "rolldown";
import type { NormalizedOutputOptions, Plugin, RenderedChunk } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";
import type { ESTree } from "rolldown/utils";

// A process loads the code that it uses. Whole, hoglet costs 250 ms of each process that imports it, most of it for questions,
// routes and SQL that a test of a capture never asks for. So the code lies in files, and a file requires another when it first
// needs a name of it. That changes nothing else, because modules of `lib` only define things.

/** Modules that share files. */
export interface Group {
  name: string;
  /** Its modules need, when they are loaded, none of a group with a higher rank. */
  rank: number;
}

/**
 * The files of the code: which module goes to which, and how one requires the others.
 * @param groupOf undefined = that of its folder, or of its package
 */
export function lazyChunks(groupOf: (id: string) => Group | undefined): {
  plugin: Plugin;
  nameOf(id: string): string | null;
} {
  const modules = new Map<string, Module>();
  const entries = new Set<string>();
  let names: ReadonlyMap<string, string> | undefined;
  return {
    plugin: {
      name: "lazy-chunks",
      moduleParsed({ id, importedIds, isEntry, code }) {
        const isPackage = !/[\\/]lib[\\/][^]*\.ts$/.test(id);
        const evaluates = isPackage || (code !== null && usesImports(code));
        const group = groupOf(id) ?? { name: toFolder(id), rank: isPackage ? 0 : Number.POSITIVE_INFINITY };
        modules.set(id, { imports: importedIds, isPackage, evaluates, group });
        if (isEntry) entries.add(id);
      },
      renderChunk: (code, chunk, options) => requireLater(code, chunk, options),
    },
    // An entry has a file of its own name.
    nameOf: (id) => (entries.has(id) ? null : ((names ??= toChunks(modules)).get(id) ?? null)),
  };
}

interface Module {
  imports: readonly string[];
  /** Is it a package's, or outside of `lib`? */
  isPackage: boolean;
  /** Does it need others as soon as it is loaded? */
  evaluates: boolean;
  group: Group;
}

/**
 * Names a file for each module: that of its group, one for functions and two for modules that need others as soon as they are loaded,
 * apart by whether they need packages, which threads do without. A file which needs another that is only half loaded finds nothing
 * there, so a module that would close such a ring goes to a further file of its group. Functions close none.
 */
function toChunks(modules: ReadonlyMap<string, Module>): Map<string, string> {
  const placed = new Map<string, string>();
  /** Files that a module needs when it is loaded, and a function when it is called. */
  const reached = new Map<string, ReadonlySet<string>>();
  /** All files that a file needs to be loaded, its own needs' needs too. */
  const needs = new Map<string, Set<string>>();
  const files = new Map<string, string[]>();
  /** Modules that need packages when they are loaded. */
  const schemas = new Set<string>();
  const ranks = new Map<string, number>();

  const place = (id: string) => {
    const module = modules.get(id);
    if (module === undefined || reached.has(id)) return;
    // Before its imports, so that a ring of modules within a package ends here.
    reached.set(id, new Set());
    for (const imported of module.imports) place(imported);
    const needed = new Set<string>();
    for (const imported of module.imports) for (const file of reached.get(imported) ?? []) needed.add(file);
    const { name: group, rank } = module.group;
    if (!module.evaluates) {
      placed.set(id, group);
      reached.set(id, needed);
      return;
    }
    for (const file of needed) if ((ranks.get(file) ?? 0) > rank) needed.delete(file);
    const isSchema = module.isPackage || module.imports.some((imported) => schemas.has(imported));
    if (isSchema) schemas.add(id);
    const name = fileFor(`${group}${module.isPackage ? "" : isSchema ? ".schemas" : ".definitions"}`, needed);
    ranks.set(name, rank);
    placed.set(id, name);
    needed.delete(name);
    for (const [file, of] of needs) if (file === name || of.has(name)) for (const each of needed) of.add(each);
    reached.set(id, new Set([name, ...(needs.get(name) ?? [])]));
  };
  const fileFor = (group: string, needed: ReadonlySet<string>) => {
    const all = files.get(group) ?? [];
    const isFree = (file: string) => ![...needed].some((each) => each !== file && needs.get(each)?.has(file) === true);
    const found = all.findLast(isFree);
    if (found !== undefined) return found;
    const made = all.length === 0 ? group : `${group}-${all.length + 1}`;
    files.set(group, [...all, made]);
    needs.set(made, new Set());
    return made;
  };
  for (const id of modules.keys()) place(id);
  return placed;
}

/** Does a module need others as soon as it is loaded? Schemas do, functions do not. */
function usesImports(code: string): boolean {
  const { program } = parseSync("module.ts", code);
  const imported = new Set<string>();
  let depth = 0;
  let found = false;
  // Within these nothing is evaluated, or nothing yet.
  const passed: readonly string[] = [
    "ImportDeclaration",
    "ExportSpecifier",
    "TSInterfaceDeclaration",
    "TSTypeAliasDeclaration",
    "TSTypeAnnotation",
    "TSTypeParameterInstantiation",
    "FunctionDeclaration",
    "FunctionExpression",
    "ArrowFunctionExpression",
  ];
  new Visitor({
    ...Object.fromEntries(
      passed.flatMap((type): [string, () => void][] => [
        [type, () => void depth++],
        [`${type}:exit`, () => void depth--],
      ]),
    ),
    ImportDeclaration({ importKind, specifiers }) {
      depth++;
      if (importKind === "type") return;
      for (const { local } of specifiers) imported.add(local.name);
    },
    Identifier({ name }) {
      if (depth === 0 && imported.has(name)) found = true;
    },
  }).visit(program);
  return found;
}

/** Such as "lib-questions-funnel" or "luxon". */
function toFolder(id: string): string {
  const [, inPackages] = id.split(/.*[\\/]node_modules[\\/]/s);
  const path = (inPackages ?? relative(process.cwd(), id)).split(/[\\/]/);
  // An area of operations is one file: a program uses a few of them, and only requests use all.
  if (path[1] === "operations") return path.join("-").replace(/\.ts$/, "");
  const parts = path.slice(0, -1);
  // The folders of a kind of question are loaded apart: an engine has its columns, and only older requests its older dialect.
  const ownDepth = parts[1] === "questions" || parts[1] === "engines" ? 4 : 3;
  const depth = inPackages === undefined ? ownDepth : id.includes("node_modules/@") ? 2 : 1;
  return parts.slice(0, depth).join("-").replace("@", "") || "root";
}

/**
 * Turns `const other = require("./other.cjs")` into a function that requires it once, and each `other.name` into `other().name`;
 * so with Node's own modules. A file that is used as a whole is still required at once. Exports that never change become plain, which
 * is shorter, and follow what they export, so that a file which is half loaded has the first half.
 */
function requireLater(code: string, { fileName }: RenderedChunk, { format }: NormalizedOutputOptions): string | null {
  if (format !== "cjs") return null;
  const { program } = parseSync(fileName.replace(/\.cjs$/, ".js"), code, { sourceType: "commonjs" });
  const others = new Map<string, Other>();
  for (const { start, end } of program.body) {
    const [, name, path = ""] = REQUIRE.exec(code.slice(start, end)) ?? [];
    // A short name, because functions keep theirs in the built code.
    if (name !== undefined)
      others.set(name, { path, get: `$${others.size}`, start, end, members: [], more: [], mentions: 0 });
  }
  const otherOf = (node: ESTree.Expression) =>
    node.type === "MemberExpression" && node.object.type === "Identifier" ? others.get(node.object.name) : undefined;
  const text = new RolldownMagicString(code);
  const assigned = new Set<string>();
  new Visitor({
    AssignmentExpression({ left }) {
      if (left.type === "Identifier") assigned.add(left.name);
    },
    UpdateExpression({ argument }) {
      if (argument.type === "Identifier") assigned.add(argument.name);
    },
    Identifier({ name }) {
      const other = others.get(name);
      if (other !== undefined) other.mentions++;
    },
    MemberExpression(node) {
      otherOf(node)?.members.push(() => text.overwrite(node.object.start, node.object.end, `${otherOf(node)?.get}()`));
    },
    // `new other().Name()` would make an `other`.
    NewExpression({ callee }) {
      otherOf(callee)?.more.push(() => text.prependLeft(callee.start, "(").appendRight(callee.end, ")"));
    },
    // An entry gives what it exports when that is asked for.
    ExpressionStatement({ expression, start, end }) {
      if (expression.type !== "AssignmentExpression") return;
      const { right } = expression;
      const [, name] = /^exports\.([\w$]+) = /.exec(code.slice(start, end)) ?? [];
      if (name === undefined) return;
      otherOf(right)?.more.push(() => {
        text.prependLeft(start, `Object.defineProperty(exports, "${name}", { enumerable: true, get: () => `);
        text.remove(start, right.start).overwrite(right.end, end, " });");
      });
    },
  }).visit(program);
  for (const { path, get, start, end, members, mentions, more } of others.values()) {
    // It stands once more where it is declared.
    if (mentions !== members.length + 1) continue;
    text.overwrite(start, end, `let ${get}_; const ${get} = () => ${get}_ ??= require("${path}");`);
    for (const edit of [...members, ...more]) edit();
  }
  const ends = endsOf(program);
  for (const { start, end } of program.body) {
    const [, name, value = ""] = GETTER.exec(code.slice(start, end)) ?? [];
    const defined = ends.get(value);
    if (name === undefined || defined === undefined || assigned.has(value)) continue;
    text.remove(start, end).appendLeft(defined, `\nexports.${name} = ${value};`);
  }
  return text.toString();
}

/** Where each name of a file has its value: functions from the start. */
function endsOf({ body }: ESTree.Program): Map<string, number> {
  const ends = new Map<string, number>();
  const start = body.find((statement) => !("directive" in statement))?.start ?? 0;
  for (const statement of body) {
    if (statement.type === "FunctionDeclaration" && statement.id !== null) ends.set(statement.id.name, start);
    if (statement.type === "ClassDeclaration" && statement.id !== null) ends.set(statement.id.name, statement.end);
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id } of statement.declarations) if (id.type === "Identifier") ends.set(id.name, statement.end);
  }
  return ends;
}

/** An export whose value may change. */
const GETTER =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);$/;

const REQUIRE = /^(?:const (?=require_)|let (?=node_))(\w+) = require\("((?:\.\/|node:)[^"]+)"\);$/;

/** A required file or module of Node: where, how its name is shortened, and its edits. */
interface Other {
  path: string;
  get: string;
  start: number;
  end: number;
  /** Changes each `other.name`. */
  members: (() => void)[];
  /** Changes what stands around some of them. */
  more: (() => void)[];
  mentions: number;
}
