/**
 * `npm run bench -- <name> [--flag value]`: measures and prints a table; only `stalls` marks rows that miss their goals.
 * `goals` measures the goals of issues, over 10 million events unless `--events` says otherwise.
 * Machines are shared and noisy, so each figure is printed beside a raw limit or a peer of the same run; read the ratio.
 */
import { benchCapture } from "./capture.ts";
import { benchDeletion } from "./deletion.ts";
import { benchExpressions } from "./expressions.ts";
import { benchFlags } from "./flags.ts";
import { benchFollow } from "./follow.ts";
import { benchFork } from "./fork.ts";
import { benchHttp } from "./http.ts";
import { benchInsights } from "./insights.ts";
import { benchLocks } from "./locks.ts";
import { benchPage } from "./page.ts";
import { benchPersons } from "./persons.ts";
import { benchPluginAttacks } from "./plugin-attacks.ts";
import { benchPlugins } from "./plugins.ts";
import { benchProcesses } from "./processes.ts";
import { benchQuery } from "./query.ts";
import { benchScale } from "./scale.ts";
import { benchSoak } from "./soak.ts";
import { benchStalls } from "./stalls.ts";
import { benchStart } from "./start.ts";
import { benchWatch } from "./watch.ts";

const BENCHES: Record<string, (args: string[]) => Promise<void>> = {
  attacks: benchPluginAttacks,
  capture: benchCapture,
  deletion: benchDeletion,
  expressions: benchExpressions,
  flags: benchFlags,
  follow: benchFollow,
  fork: benchFork,
  http: benchHttp,
  insights: benchInsights,
  locks: benchLocks,
  page: benchPage,
  persons: benchPersons,
  plugins: benchPlugins,
  processes: benchProcesses,
  query: benchQuery,
  scale: benchScale,
  soak: benchSoak,
  stalls: benchStalls,
  start: benchStart,
  watch: benchWatch,
};

/** The benches of the goals: questions, memory, disk and import; single captures; captures in process. */
const GOALS = ["insights", "http", "capture"];

const [name, ...args] = process.argv.slice(2);
const isGoals = name === "goals";
const names = name === undefined ? Object.keys(BENCHES) : isGoals ? GOALS : [name];
if (isGoals && !args.some((arg) => arg.startsWith("--events"))) args.push("--events", "10000000");
for (const each of names) {
  const bench = BENCHES[each];
  if (bench === undefined) {
    process.stderr.write(`No bench named ${each}; there are ${Object.keys(BENCHES).join(", ")}, goals.\n`);
    process.exit(2);
  }
  process.stdout.write(`\n## ${each}\n`);
  await bench(isGoals && each !== "insights" ? [] : args);
}
