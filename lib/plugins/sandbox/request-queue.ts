import { clearTimeout, performance, setTimeout } from "../../base/platform.ts";
import type { Limits } from "./limits.ts";
import type { ServiceReply, ServiceRequest } from "./protocol.ts";
import { readJson } from "./read-json.ts";
import { createTurns } from "./turns.ts";
import type { Source } from "./turns.ts";

/** A plugin's requests: storage, jobs, fetch …; `guest/` defines names and inputs. */
export interface Services {
  /**
   * Called in the order of the plugin's calls; errors reach it with name and message.
   * @param tag of the batch or call in which the plugin asked
   * @param signal aborts when the plugin is ended: nobody needs the answer
   */
  ask(name: string, input: unknown, tag: unknown, signal: AbortSignal): Promise<unknown>;
  tell(name: string, input: unknown): void;
}

/** A plugin's requests in order, charged to their calls. */
export interface RequestQueue {
  /** A call begins. @param tag passed to `Services.ask` */
  open(call: number, tag: unknown): void;
  add(asks: readonly ServiceRequest[]): void;
  /** Runs after all requests so far have begun. */
  after(work: () => void): void;
  /** Messages without an answer are still delivered. */
  end(): void;
}

export interface RequestQueueParts {
  limits: Limits;
  services: Services;
  settle(answers: readonly ServiceReply[]): void;
  /** Characters of answers that the plugin has received, modulo 2^32. */
  taken(): number;
  /** A call requested too much; the queue has ended. */
  refuse(call: number, reason: string): void;
}

/** Accounts of ended calls, for requests that a plugin does not await. */
const KEPT_ACCOUNTS = 10_000;
/** Characters of answers on their way to a busy plugin; beyond, its requests wait. */
const MAX_SENT_CHARS = 8 * 1024 * 1024;
/** Ms between looks for received answers. */
const LOOK_MS = 5;
/** Most ms that a request costs: this thread may have been suspended. */
const MAX_COST_MS = 250;

/** Shared by all plugins, as the event loop is. */
const turns = createTurns();

/** The cost of an event's or a call's requests. */
interface Account {
  tag: unknown;
  /** The current event, in a batch. */
  turn: number;
  ms: number;
  chars: number;
}

export function openRequestQueue({ limits, services, settle, taken, refuse }: RequestQueueParts): RequestQueue {
  const accounts = new Map<number, Account>();
  const controller = new AbortController();
  let entries: (ServiceRequest | (() => void))[] = [];
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
    if (entries.length > at) turns.add(source);
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
  const answer = async (request: ServiceRequest, account: Account) => {
    const found = askServices(services, request, account.tag, controller.signal);
    const result = await toResult(found);
    if (isOver) return;
    const beganMs = performance.now();
    const text = toResultText(result);
    sentChars += text.length;
    send({ id: request.id, isOk: result.isOk, text });
    charge(account, request.call, { ms: performance.now() - beganMs, chars: text.length });
  };
  const run = (request: ServiceRequest) => {
    const account = toAccount(accounts, request);
    const beganMs = performance.now();
    if (request.id === 0) services.tell(request.name, readJson(request.input));
    else void answer(request, account);
    charge(account, request.call, { ms: performance.now() - beganMs, chars: 0 });
  };
  /** Must it wait until answers are received? */
  const isHeldUp = (): boolean => {
    if (isOver || ((sentChars - taken()) | 0) <= MAX_SENT_CHARS) return false;
    looking ??= setTimeout(() => {
      looking = undefined;
      turns.add(source);
    }, LOOK_MS);
    return true;
  };
  const source: Source = {
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
  if (ms > cpuMs) return `Its requests took more than ${cpuMs} ms of its host.`;
  return chars > answerChars ? `The answers to what it asked for have more than ${answerChars} characters.` : null;
}

/** Each event of a batch has its own budget. */
function toAccount(accounts: Map<number, Account>, { call, turn }: ServiceRequest): Account {
  const account = accounts.get(call) ?? { tag: undefined, turn, ms: 0, chars: 0 };
  if (turn > account.turn) Object.assign(account, { turn, ms: 0, chars: 0 });
  accounts.set(call, account);
  return account;
}

async function askServices(
  services: Services,
  { name, input }: ServiceRequest,
  tag: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const read = readJson(input);
  if (read === undefined) throw new TypeError(`The input of ${name} is not JSON.`);
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

function toResultText({ value }: Result): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** Sends answers that come at the same time together: most do. */
function createSender(settle: (answers: readonly ServiceReply[]) => void): (answer: ServiceReply) => void {
  let answers: ServiceReply[] = [];
  return (answer) => {
    answers.push(answer);
    if (answers.length > 1) return;
    // After all promises that can settle now.
    process.nextTick(() => {
      const all = answers;
      answers = [];
      settle(all);
    });
  };
}
