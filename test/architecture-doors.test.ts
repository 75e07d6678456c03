import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const doors = suite("width of doors");

/** The most names of a door: more than a reader keeps in view, and a sign that a wing shows how it works. */
const MOST_NAMES = 60;

doors("a door has at most sixty names", () => {
  // `lib/index.ts` and `lib/engine.ts` are not here: they are the product's interface, with the type of each option and answer.
  const all = (readdirSync("lib", { recursive: true }) as string[])
    .map((name) => join("lib", name))
    .filter((file) => /^lib\/.+\/index\.ts$/.test(file));
  const wide = all
    .map((file) => [file, namesOf(readFileSync(file, "utf8")).length] as const)
    .filter(([, names]) => names > MOST_NAMES);
  assert.equal(wide, []);
});

doors("names of a door are counted in all their forms", () => {
  const door = `/** export { no } */
export { a, b as c } from "./a.ts";
export type {
  D,
  E,
} from "./b.ts";
// export { not } from "./c.ts";
export const f = 1;
export async function* g() {}`;
  assert.equal(namesOf(door), ["a", "c", "D", "E", "f", "g"]);
});

doors.run();

/** The names that a door exports. */
function namesOf(source: string): string[] {
  const exported =
    /^export (?:(?:type )?\{([^}]*)\}|(?:async )?(?:const|let|class|interface|type|function)\*? (\w+))/gm;
  return [...source.matchAll(exported)].flatMap(([, list, name]) =>
    list === undefined ? [name ?? ""] : list.split(",").flatMap((part) => /(\w+)\s*$/.exec(part)?.[1] ?? []),
  );
}
