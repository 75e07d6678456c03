import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { size, whenAll } from "../support/rounds.ts";

// Comments, messages and documents are plain English: a person who reads a sentence once understands it. This test
// holds the rules that a pattern can tell; readers hold the rest.

/** Folders whose texts are not rewritten yet. This list only shrinks: a folder without findings must leave it. */
const UNFINISHED: readonly string[] = [];

const CODE = ["lib", "adapters", "bin", "build", ...size([], ["test"])];
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "docs/{guides,manual,decisions}/*.md"];
/** Texts that others wrote: the contract is given, migrations are frozen, and this file quotes what it forbids. */
const GIVEN = /^docs\/contract\.md$|^lib\/storage\/migrations\/|^test\/docs\/plain-english\.test\.ts$|\/node_modules\//;

/** Rules about a clause: the text between two of `. : ; ? !`, its last mark included. */
const RULES: readonly { name: string; pattern: RegExp }[] = [
  { name: "a subject made of what or who", pattern: /^(?:[Ww]hat|[Ww]ho)\b[^?]*$/ },
  { name: "anew, in vain, whoever, the less of", pattern: /\b(?:anew|in vain|who(?:m)?ever|the less of)\b/i },
  { name: '"is to be": say who does it', pattern: /\b(?:is|are|was|were) to be\b/i },
  { name: '"say" for "about"', pattern: /(?:, |\()say,? |\bsay, (?=[\d$`"])/i },
  { name: '"so many" without its noun', pattern: /\bso many(?=[.,;:)]|$| (?:and|are|as|at|in|is|of|that)\b)/i },
  { name: '"such" without its noun', pattern: /\bsuch(?=[.,;:)]|$| (?:are|do|does|has|have|is|was|were)\b)/i },
  {
    name: '"one" without its noun',
    pattern: /^(?:One|The one|Ones)(?= (?:by|for|from|in|on|that|which|who|with)\b)/,
  },
  { name: '"others" without its noun', pattern: /^Others\b/ },
  { name: 'an opening with "Of"', pattern: /^Of\b(?! course)/ },
  { name: '"but for": except for, without', pattern: /\bbut for\b/ },
  { name: '"is none": say what it is not', pattern: /(?<!\bthere )\b(?:is|are) none\b(?! of)/i },
];

/** Rules about the first clause of a comment: nothing before it names what a pronoun stands for. */
const OPENINGS: typeof RULES = [
  { name: 'a comment that opens with "Those" or "That of"', pattern: /^(?:Those|That of)\b/ },
  {
    name: 'a comment that opens with "It" or "They"',
    pattern: /^(?:It|They) (?:are|can|come|count|did|does|had|has|have|is|may|runs|was|were|would)\b/,
  },
  {
    name: 'a comment of at most four words that opens with "By", "With" or "From": say whose or what',
    pattern: /^(?:By|With|From)(?: \S+){0,3}(?<!:)$/,
  },
  {
    name: 'a comment of at most six words that ends in "of them", "by these" and the like: name the things',
    pattern: /^(?:\S+ ){1,4}(?:among|behind|beside|by|for|from|in|of|on|under|with) (?:these|them)[.:;]?$/,
  },
];

const plain = suite("plain English");

whenAll(plain)("finished folders keep the rules", () => {
  const wrong = sources()
    .filter((file) => !isUnfinished(file))
    .flatMap((file) => findingsIn(file).map((finding) => `${file}: ${finding}`));
  assert.equal(wrong, []);
});

plain("documents keep the rules", () => {
  const files = globSync([...DOCUMENTS]).filter((file) => !GIVEN.test(file));
  assert.ok(files.includes("README.md"));
  const wrong = files.flatMap((file) =>
    findings(proseOf(readFileSync(file, "utf8"))).map((found) => `${file}: ${found}`),
  );
  assert.equal(wrong, []);
});

plain("a folder without findings is finished", () => {
  const files = sources();
  const done = UNFINISHED.filter((folder) => {
    const inside = files.filter((file) => file.startsWith(`${folder}/`) || file === folder);
    return inside.every((file) => findingsIn(file).length === 0);
  });
  assert.equal(done, [], "take them out of UNFINISHED");
});

plain("the test can see what it forbids", () => {
  const seen = [
    "What is about sessions numbers their ids.",
    "Keys are made. Who may look is said elsewhere.",
    "Reads the file anew.",
    "The port that is to be used.",
    "A pause of, say, 20 ms.",
    "Nobody needs so many.",
    "Rows that are such are kept.",
    "One that is closed.",
    "Others wait.",
    "Of the process.",
    "All rows but for the last.",
    "A date that is none.",
  ];
  for (const text of seen) assert.is(findings([text]).length, 1, text);
});

plain("the test can see a comment that opens with a pronoun", () => {
  for (const text of [
    "Those of the file.",
    "That of its tile.",
    "It was dropped. So it is read again.",
    "They are drawn.",
    toComment("*\n * Those of a block.", []),
  ])
    assert.is(openings([text]).length, 1, text);
  assert.equal(openings(["The file. It is read again.", "That row is new.", "Its name."]), []);
});

plain("the test can see a comment that is a phrase without its noun", () => {
  for (const text of [
    "By project.",
    "From now on.",
    "With the reason.",
    "By name; null = none.",
    "Rows by the values of these.",
    "Exceptions are among them.",
    toComment("* With it. ", []),
  ])
    assert.is(openings([text]).length, 1, text);
  assert.equal(
    openings(["The plans by project.", "With the flag g a RegExp keeps its position.", "From 1: 0 is no item."]),
    [],
  );
});

plain("the test lets plain sentences pass", () => {
  const passed = [
    "What does a message hold?",
    "Resources such as a file, or such a file.",
    '`What` is a name, and so is "Who is it".',
    "One event is read.",
    "They say how many.",
    "Null = there is none, or it is none of these.",
  ];
  assert.equal(findings(passed), []);
});

plain.run();

function sources(): string[] {
  const names = CODE.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`));
  return names.map((name) => name.replaceAll("\\", "/")).filter((name) => !GIVEN.test(name));
}

function isUnfinished(file: string): boolean {
  return UNFINISHED.some((folder) => file === folder || file.startsWith(`${folder}/`));
}

function findingsIn(file: string): string[] {
  const { comments, messages } = textsOf(file);
  return [...findings([...comments, ...messages]), ...openings(comments)];
}

/** The clauses of texts that break a rule, each with the name of the rule. */
function findings(texts: readonly string[]): string[] {
  return broken(texts.flatMap(toClauses), RULES);
}

/** The same of the first clauses of comments. */
function openings(comments: readonly string[]): string[] {
  return broken(
    comments.map((comment) => toClauses(comment).find((clause) => /\w/.test(clause)) ?? ""),
    OPENINGS,
  );
}

function broken(clauses: readonly string[], rules: typeof RULES): string[] {
  return clauses.flatMap((clause) => {
    const rule = rules.find(({ pattern }) => pattern.test(clause));
    return rule === undefined ? [] : [`${rule.name}: ${clause}`];
  });
}

/** Code and quotations are other people's words. */
function toClauses(text: string): string[] {
  const words = text
    .replace(/`[^`]*`/g, "`…`")
    .replace(/"[^"\n]*"/g, '"…"')
    .replace(/\s+/g, " ");
  return words.split(/(?<=[.:;?!])\s+/).map((clause) => clause.trim());
}

/** The comments of a file, and the messages in it that users see. */
function textsOf(file: string): { comments: string[]; messages: string[] } {
  const text = readFileSync(file, "utf8");
  const { program, comments, errors } = parseSync(file, text);
  assert.equal(errors, [], file);
  const whole = comments.flatMap(({ value, start }, at) => {
    const before = comments[at - 1];
    const goesOn = before?.type === "Line" && /^\n[ \t]*$/.test(text.slice(before.end, start));
    return goesOn ? [] : [toComment(value, following(comments, at, text))];
  });
  const messages: string[] = [];
  if (!file.startsWith("test/")) new Visitor(messageVisitor(messages)).visit(program);
  return { comments: whole, messages };
}

type Comment = ReturnType<typeof parseSync>["comments"][number];

/** The lines of `//` right below a comment, which go on with its sentences. */
function following(comments: readonly Comment[], at: number, text: string): string[] {
  const values: string[] = [];
  for (let next = at + 1; next < comments.length; next++) {
    const [before, comment] = [comments[next - 1], comments[next]];
    if (before?.type !== "Line" || comment?.type !== "Line") break;
    if (!/^\n[ \t]*$/.test(text.slice(before.end, comment.start))) break;
    values.push(comment.value);
  }
  return values;
}

/** Each paragraph, item and tag of a comment ends its sentence. */
function toComment(first: string, rest: readonly string[]): string {
  const lines = [...first.replace(/^\*/, "").split("\n"), ...rest].map((line) => line.replace(/^\s*\*?\s?/, ""));
  return lines
    .map((line) => (/^(?:\s*- |\s*\d+\. |\s*@\w+|\s*$|\s*\|)/.test(line) ? `. ${line.replace(/^\s*- /, "")}` : line))
    .join("\n");
}

/** A message has three words or more, and is neither SQL nor markup. */
function messageVisitor(texts: string[]): ConstructorParameters<typeof Visitor>[0] {
  const add = (text: string): void => {
    if (
      /[A-Za-z]+ [\w`"'$…-]+ \w+/.test(text) &&
      !/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|FROM|JOIN)\b/.test(text)
    )
      texts.push(text);
  };
  return {
    Literal(node) {
      if (typeof node.value === "string") add(node.value);
    },
    TemplateLiteral(node) {
      add(node.quasis.map((part) => part.value.cooked ?? "").join("…"));
    },
    JSXText(node) {
      add(node.value);
    },
  };
}

/** The paragraphs of a document, without its code. */
function proseOf(text: string): string[] {
  const prose = text.replace(/^```[^]*?^```/gm, "");
  return prose.split(/\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.) ?)/).map((part) => part.replace(/^\s*(?:[-#]+|\d+\.)\s+/, ""));
}
