import type { Limits } from "./limits.ts";
import type { Answer, Ask } from "./protocol.ts";
import { readJson } from "./read-json.ts";
import { createTurns } from "./turns.ts";
import type { Line } from "./turns.ts";

/** What a plugin asks of its host: storage, jobs, fetch …; names and inputs are those of `guest/`. */
export interface Services {
  /**
   * What it throws reaches the plugin by name and message. Called in the order of the plugin's calls.
   * @param tag of the batch or call within which the plugin asked
   * @param signal aborts when the plugin is ended: nobody waits for the answer any more
   */
  ask(name: string, input: unknown, tag: unknown, signal: AbortSignal): Promise<unknown>;
  tell(name: string, input: unknown): void;
}

/** What one plugin asks for, in its order, on the account of the call that asks. */
export interface AskLine {
  /** A call begins. @param tag what `Services.ask` is told */
  open(call: number, tag: unknown): void;
  add(asks: readonly Ask[]): void;
  /** Does something after all that was asked for so far was begun. */
  after(work: () => void): void;
  /** Begins nothing more that was asked for; what was told is still heard. */
  end(): void;
}

/** What a line works with. */
export interface AskLineParts {
  limits: Limits;
  services: Services;
  settle(answers: readonly Answer[]): void;
  /** Characters of answers that the plugin has taken so far, modulo 2^32. */
  taken(): number;
  /** What a call asked for was too much; the line has ended. */
  refuse(call: number, reason: string): void;
}

/** Calls whose accounts are still known after they ended, for what a plugin asks without waiting. */
const KEPT_ACCOUNTS = 10_000;
/** Characters of answers on their way to a plugin that is busy. Beyond that its asks wait; more of them cost more memory. */
const MAX_SENT_CHARS = 8 * 1024 * 1024;
/** How often it is looked at whether the plugin has taken some. */
const LOOK_MS = 5;
/** The most that a single ask costs, in ms: this thread may have been stopped meanwhile. */
const MAX_COST_MS = 250;

/** The event loop is the process's, and so are the turns of all plugins. */
const turns = createTurns();

/** What the asks of one event or call have cost. */
interface Account {
  tag: unknown;
  /** The event of a batch that it is about now. */
  turn: number;
  ms: number;
  chars: number;
}

/** Opens the line of a sandbox. */
export function openAskLine({ limits, services, settle, taken, refuse }: AskLineParts): AskLine {
  const accounts = new Map<number, Account>();
  const controller = new AbortController();
  let entries: (Ask | (() => void))[] = [];
  let at = 0;
  let sentChars = 0;
  let isOver = false;
  let looking: NodeJS.Timeout | undefined;

  const end = () => {
    if (isOver) return;
    isOver = true;
    controller.abort();
    clearTimeout(looking);
    const left = entries.slice(at).filter((entry) => typeof entry === "function" || entry.id === 0);
    [entries, at] = [[], 0];
    push(left);
  };
  const push = (more: typeof entries) => {
    if (at === entries.length) [entries, at] = [[], 0];
    for (const entry of more) entries.push(entry);
    if (entries.length > at) turns.add(line);
  };
  const charge = (account: Account, call: number, { ms, chars }: { ms: number; chars: number }) => {
    account.ms += Math.min(ms, MAX_COST_MS);
    account.chars += chars;
    const reason = toReason(limits, account);
    if (isOver || reason === null) return;
    end();
    refuse(call, reason);
  };
  const send = createSender(settle);
  const answer = async (ask: Ask, account: Account) => {
    const found = askServices(services, ask, account.tag, controller.signal);
    const result = await toResult(found);
    if (isOver) return;
    const beganMs = performance.now();
    const text = toText(result);
    sentChars += text.length;
    send({ id: ask.id, isOk: result.isOk, text });
    charge(account, ask.call, { ms: performance.now() - beganMs, chars: text.length });
  };
  const run = (ask: Ask) => {
    const account = toAccount(accounts, ask);
    const beganMs = performance.now();
    if (ask.id === 0) services.tell(ask.name, readJson(ask.input));
    else void answer(ask, account);
    charge(account, ask.call, { ms: performance.now() - beganMs, chars: 0 });
  };
  /** Waits until the plugin has taken some of its answers. */
  const isHeldUp = (): boolean => {
    if (isOver || ((sentChars - taken()) | 0) <= MAX_SENT_CHARS) return false;
    looking ??= setTimeout(() => {
      looking = undefined;
      turns.add(line);
    }, LOOK_MS);
    return true;
  };
  const line: Line = {
    step() {
      if (at >= entries.length || isHeldUp()) return false;
      const entry = entries[at++];
      if (typeof entry === "function") entry();
      else if (entry !== undefined) run(entry);
      return at < entries.length;
    },
  };
  return {
    open(call, tag) {
      accounts.set(call, { tag, turn: 0, ms: 0, chars: 0 });
      accounts.delete(call - KEPT_ACCOUNTS);
    },
    add: (asks) => push(isOver ? asks.filter(({ id }) => id === 0) : [...asks]),
    after: (work) => push([work]),
    end,
  };
}

function toReason({ cpuMs, answerChars }: Limits, { ms, chars }: Account): string | null {
  if (ms > cpuMs) return `What it asked for took more than ${cpuMs} ms of its host.`;
  return chars > answerChars ? `The answers to what it asked for have more than ${answerChars} characters.` : null;
}

/** Each event of a batch has a budget of its own. */
function toAccount(accounts: Map<number, Account>, { call, turn }: Ask): Account {
  const account = accounts.get(call) ?? { tag: undefined, turn, ms: 0, chars: 0 };
  if (turn > account.turn) Object.assign(account, { turn, ms: 0, chars: 0 });
  accounts.set(call, account);
  return account;
}

async function askServices(
  services: Services,
  { name, input }: Ask,
  tag: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const read = readJson(input);
  if (read === undefined) throw new TypeError(`What ${name} was given is no JSON.`);
  return services.ask(name, read, tag, signal);
}

interface Result {
  isOk: boolean;
  value: unknown;
}

async function toResult(answer: Promise<unknown>): Promise<Result> {
  try {
    return { isOk: true, value: await answer };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: null, message: String(error) };
    return { isOk: false, value: { name, message } };
  }
}

function toText({ value }: Result): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** Sends answers, those together that come together: most are there at once. */
function createSender(settle: (answers: readonly Answer[]) => void): (answer: Answer) => void {
  let answers: Answer[] = [];
  return (answer) => {
    answers.push(answer);
    if (answers.length > 1) return;
    // After all promises that can be settled now.
    process.nextTick(() => {
      const all = answers;
      answers = [];
      settle(all);
    });
  };
}
