import { createHoglet, definePlugin } from "../../lib/index.ts";
import type { DefinedPlugin, Hoglet } from "../../lib/index.ts";
import { createIds } from "../../lib/base/ids.ts";
import { count, elapsedMs, median, range } from "./measure.ts";

const BATCH = 1000;
const ROUNDS = 7;
const BATCHES_PER_ROUND = 4;

type Event = Parameters<DefinedPlugin["processEvent"] & object>[0];
type Meta = Parameters<DefinedPlugin["processEvent"] & object>[1];

/** The measured functions in process; in the sandbox the same functions run from their text. */
const WORK = {
  trivial(event: Event) {
    event.properties["seen"] = true;
    return event;
  },
  async storage(event: Event, { storage }: Meta) {
    const seen = (await storage.get("seen", 0)) as number;
    void storage.set("seen", seen + 1);
    event.properties["seen"] = seen;
    return event;
  },
  regex(event: Event) {
    const agent = String(event.properties["$user_agent"]);
    const found = [/Chrome\/([\d.]+)/, /Safari\/([\d.]+)/, /\(([^)]+)\)/, /Mobile|Tablet|iPad/].map((one) =>
      one.exec(agent),
    );
    event.properties["browser"] = found.map((match) => match?.[1] ?? match?.[0] ?? null);
    event.properties["path"] = String(event.properties["$current_url"])
      .replace(/^https?:\/\/[^/]+/, "")
      .replaceAll(/\d+/g, ":id");
    return event;
  },
};

type Kind = keyof typeof WORK;

/** One way to run: no plugin, or some, in process or in sandboxes. */
interface Case {
  name: string;
  kinds: Kind[];
  place: "process" | "sandbox";
}

const CASES: Case[] = [
  { name: "no plugins", kinds: [], place: "process" },
  ...(["process", "sandbox"] as const).flatMap((place): Case[] => [
    { name: `1 trivial, ${place}`, kinds: ["trivial"], place },
    { name: `1 with storage, ${place}`, kinds: ["storage"], place },
    { name: `1 with regular expressions, ${place}`, kinds: ["regex"], place },
    { name: `3 trivial, ${place}`, kinds: ["trivial", "trivial", "trivial"], place },
    { name: `3 of each kind, ${place}`, kinds: ["trivial", "storage", "regex"], place },
  ]),
];

/**
 * Events per second through `hoglet.capture` (in memory, batches of 1,000, about 600 bytes of properties) with plugins; the cases
 * take turns, so that a slow moment hits all. The ratio is of one round, against capture without plugins. How much the mere check
 * for plugins costs is measured apart: a capture of another project of a file that has them.
 */
export async function benchPlugins(): Promise<void> {
  const ids = createIds();
  const handles: Hoglet[] = [];
  for (const each of CASES) handles.push(await open(each));
  for (const hoglet of handles) await hoglet.capture(batch(ids));
  const rates = CASES.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, hoglet] of handles.entries()) {
      const batches = Array.from({ length: BATCHES_PER_ROUND }, () => batch(ids));
      const ms = await elapsedMs(async () => void (await Promise.all(batches.map((events) => hoglet.capture(events)))));
      rates[index]?.push((BATCH * BATCHES_PER_ROUND) / (ms / 1000));
    }
  }
  for (const hoglet of handles) await hoglet.close();
  const [none = []] = rates;
  for (const [index, { name }] of CASES.entries()) {
    const own = rates[index] ?? [];
    const ratios = own.map((rate, round) => rate / (none[round] ?? Number.NaN));
    process.stdout.write(`${name.padEnd(40)} ${count(median(own)).padStart(9)} events/s   ratio ${range(ratios)}\n`);
  }
  process.stdout.write("target: 1 trivial in a sandbox at least 20 000 events/s\n");
  await benchCheck(ids);
}

async function open({ kinds, place }: Case): Promise<Hoglet> {
  if (place === "process") {
    const plugins = kinds.map((kind, index) => definePlugin({ name: `${kind} ${index}`, processEvent: WORK[kind] }));
    return createHoglet({ plugins });
  }
  const hoglet = await createHoglet();
  for (const [order, kind] of kinds.entries()) await install(hoglet, kind, order);
  return hoglet;
}

async function install(hoglet: Hoglet, kind: Kind, order: number, project?: number): Promise<void> {
  const source = `const work = { ${WORK[kind].toString()} }; exports.processEvent = work.${kind};`;
  const { id } = await hoglet.plugins.install({
    files: { "plugin.json": JSON.stringify({ name: `${kind} ${order}` }), "index.js": source },
  });
  await hoglet.pluginConfigs.create({ plugin: id, order, enabled: true, ...(project !== undefined && { project }) });
}

/** Capture into a project without plugins, on a server without plugins and beside another project's plugin: single events. */
async function benchCheck(ids: ReturnType<typeof createIds>): Promise<void> {
  const alone = await createHoglet();
  const beside = await createHoglet();
  const other = await beside.projects.create({ name: "with plugins" });
  await install(beside, "trivial", 0, other.id);
  const ratios: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const spent = { alone: 0, beside: 0 };
    for (let turn = 0; turn < 40; turn++) {
      const events = batch(ids).slice(0, 50);
      // The first side pays for the garbage of the side before, so the order alternates.
      for (const side of turn % 2 === 0 ? (["alone", "beside"] as const) : (["beside", "alone"] as const)) {
        const hoglet = side === "alone" ? alone : beside;
        spent[side] += await elapsedMs(() => captureEach(hoglet, events));
      }
    }
    ratios.push(spent.alone / spent.beside);
  }
  await alone.close();
  await beside.close();
  process.stdout.write(
    `single captures beside a project with a plugin, against a file without any: ratio ${range(ratios)} (target at least 0.97)\n`,
  );
}

async function captureEach(hoglet: Hoglet, events: ReturnType<typeof batch>): Promise<void> {
  for (const event of events) await hoglet.capture(event);
}

const PADDING = "x".repeat(200);
const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

function batch(ids: ReturnType<typeof createIds>) {
  return Array.from({ length: BATCH }, (_, index) => ({
    event: "$pageview",
    distinct_id: `person-${index % 500}`,
    uuid: ids.uuid(Date.now()),
    timestamp: new Date().toISOString(),
    properties: {
      $user_agent: BROWSER,
      $current_url: `https://example.com/shops/${index}/orders/17?page=2`,
      plan: "pro",
      price: 12.5,
      position: index,
      active: true,
      note: PADDING,
    },
  }));
}
