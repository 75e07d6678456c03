import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An app's framework, as far as tracking concerns it. */
export interface Framework {
  name: string;
  /** Begins the names of variables that reach the browser; empty = a server's. */
  prefix: string;
  envFile: string;
  /** The place of the lines. */
  where: string;
  /** The command that adds the package; null = package.json has it. */
  install: string | null;
  lines: readonly string[];
}

interface Rule {
  name: string;
  /** A package of package.json, or a file of the folder. */
  by: { package: string } | { file: string };
  prefix: string;
  envFile?: string;
  where: string;
  lines: (key: string, host: string) => string[];
}

const POSTHOG_JS = "npm install posthog-js";
const inBrowser = (read: (name: string) => string) => (key: string, host: string) => [
  'import posthog from "posthog-js";',
  `posthog.init(${read(key)}, { api_host: ${read(host)} });`,
  'posthog.capture("signed up", { plan: "pro" });',
];
const process = (name: string) => `process.env.${name}`;
const meta = (name: string) => `import.meta.env.${name}`;

const NODE_LINES = (key: string, host: string) => [
  'import { PostHog } from "posthog-node";',
  `const posthog = new PostHog(process.env.${key}, { host: process.env.${host} });`,
  'posthog.capture({ distinctId: "u1", event: "signed up" }); // at the end: await posthog.shutdown()',
];

const PYTHON_LINES = (key: string, host: string) => [
  "import os; from posthog import Posthog",
  `posthog = Posthog(os.environ["${key}"], host=os.environ["${host}"])`,
  'posthog.capture("signed up", distinct_id="u1")  # at the end: posthog.shutdown()',
];

const RUBY_LINES = (key: string, host: string) => [
  'require "posthog"',
  `posthog = PostHog::Client.new(api_key: ENV["${key}"], host: ENV["${host}"])`,
  'posthog.capture(distinct_id: "u1", event: "signed up") # at the end: posthog.shutdown',
];

const GO_LINES = (key: string, host: string) => [
  `client, _ := posthog.NewWithConfig(os.Getenv("${key}"), posthog.Config{Endpoint: os.Getenv("${host}")})`,
  "defer client.Close()",
  'client.Enqueue(posthog.Capture{DistinctId: "u1", Event: "signed up"})',
];

const NODE: Rule = {
  name: "Node",
  by: { file: "package.json" },
  prefix: "",
  envFile: ".env",
  where: "the start of your server",
  lines: NODE_LINES,
};

/** The first that fits counts: frameworks stand before what they are made of. */
const RULES: readonly Rule[] = [
  {
    name: "Next.js",
    by: { package: "next" },
    prefix: "NEXT_PUBLIC_",
    where: "instrumentation-client.ts",
    lines: inBrowser(process),
  },
  {
    name: "Nuxt",
    by: { package: "nuxt" },
    prefix: "NUXT_PUBLIC_",
    envFile: ".env",
    where: "plugins/posthog.client.ts",
    lines: inBrowser(meta),
  },
  {
    name: "SvelteKit",
    by: { package: "@sveltejs/kit" },
    prefix: "PUBLIC_",
    where: "src/hooks.client.ts, with names from $env/static/public",
    lines: inBrowser((name) => name),
  },
  {
    name: "Astro",
    by: { package: "astro" },
    prefix: "PUBLIC_",
    where: "a <script> of your layout",
    lines: inBrowser(meta),
  },
  {
    name: "Expo",
    by: { package: "expo" },
    prefix: "EXPO_PUBLIC_",
    where: "your root component",
    lines: (key, host) => [
      'import PostHog from "posthog-react-native";',
      `const posthog = new PostHog(process.env.${key}, { host: process.env.${host} });`,
      'posthog.capture("signed up", { plan: "pro" });',
    ],
  },
  { name: "Vite", by: { package: "vite" }, prefix: "VITE_PUBLIC_", where: "src/main", lines: inBrowser(meta) },
  NODE,
  {
    name: "Python",
    by: { file: "pyproject.toml" },
    prefix: "",
    envFile: ".env",
    where: "the start of your app",
    lines: PYTHON_LINES,
  },
  {
    name: "Python",
    by: { file: "requirements.txt" },
    prefix: "",
    envFile: ".env",
    where: "the start of your app",
    lines: PYTHON_LINES,
  },
  { name: "Ruby", by: { file: "Gemfile" }, prefix: "", envFile: ".env", where: "an initializer", lines: RUBY_LINES },
  { name: "Go", by: { file: "go.mod" }, prefix: "", envFile: ".env", where: "main", lines: GO_LINES },
];

const INSTALLS: Record<string, string> = {
  Expo: "npx expo install posthog-react-native",
  Node: "npm install posthog-node",
  Python: "pip install posthog",
  Ruby: "bundle add posthog-ruby",
  Go: "go get github.com/posthog/posthog-go",
};

/** The framework of the app in a folder; a folder without any sign of it counts as Node. */
export function findFramework(folder: string): Framework {
  const packages = readPackages(folder);
  const rule = RULES.find(({ by }) => ("package" in by ? packages.has(by.package) : existsSync(join(folder, by.file))));
  const { name, prefix, envFile = ".env.local", where, lines } = rule ?? NODE;
  const install = INSTALLS[name] ?? POSTHOG_JS;
  const isInstalled = packages.has(install.replace(/^.* /, ""));
  return {
    name,
    prefix,
    envFile,
    where,
    install: isInstalled ? null : install,
    lines: lines(`${prefix}POSTHOG_KEY`, `${prefix}POSTHOG_HOST`),
  };
}

function readPackages(folder: string): Set<string> {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
      string,
      object | undefined
    >;
    return new Set(["dependencies", "devDependencies"].flatMap((field) => Object.keys(manifest[field] ?? {})));
  } catch {
    // The folder has no package.json, or one that npm itself will complain about.
    return new Set();
  }
}
