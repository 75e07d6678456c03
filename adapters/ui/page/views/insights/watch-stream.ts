import { send } from "../../api.ts";
import { follow } from "../events/follow.ts";

/** A question as the API watches it. */
export interface WatchedQuestion {
  /** The path below `insights/`. */
  path: string;
  fields: object;
}

/** Takes an answer, when it differs from the last one. */
type Take = (answer: unknown) => void;

interface Chart {
  question: WatchedQuestion;
  take: Take;
}

/** Questions that the API watches in one stream; further charts stand still. */
const MOST_QUESTIONS = 50;
/** Time in ms in which charts that appear together gather for one stream. */
const GATHER_MS = 100;
/** The least time in ms between two answers: a chart that moves more often cannot be read. */
const EVERY_MS = 1000;

const streams = new Map<string, ReturnType<typeof createStream>>();

/**
 * Watches a question until the returned function is called. All charts of a project share one stream, since a browser opens six
 * connections to a server. A page in the background has none; it opens one when it is seen again.
 * @param P the project's path
 */
export function watchQuestion(P: string, question: WatchedQuestion, take: Take): () => void {
  const known = streams.get(P);
  const stream = known ?? createStream(P);
  if (known === undefined) streams.set(P, stream);
  return stream.add({ question, take });
}

function createStream(P: string) {
  const charts = new Set<Chart>();
  let stop = new AbortController();
  let timer = 0;
  let opened = "";

  const open = () => {
    timer = 0;
    const groups = new Map<string, Chart[]>();
    for (const chart of document.hidden ? [] : charts) {
      const name = JSON.stringify(chart.question);
      groups.set(name, [...(groups.get(name) ?? []), chart]);
    }
    const names = [...groups.keys()].slice(0, MOST_QUESTIONS);
    const wanted = names.join();
    // A chart that was drawn again watches what the stream has.
    if (wanted === opened) return;
    opened = wanted;
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    if (names.length === 0) return;
    const questions = names.map((name) => JSON.parse(name) as WatchedQuestion);
    follow({
      signal,
      onState() {},
      open: async () => {
        const body = { questions, every_ms: EVERY_MS };
        const response = await send(`${P}/insights/watch`, { method: "POST", body, signal });
        if (response.body === null) throw new Error("The server sends no answers.");
        return response.body;
      },
      onMessages(messages) {
        for (const { data } of messages) {
          const { question, answer } = JSON.parse(data) as { question: number; answer?: unknown };
          const name = names[question];
          if (answer === undefined || name === undefined) continue;
          for (const chart of charts) if (JSON.stringify(chart.question) === name) chart.take(answer);
        }
      },
      // A refusal is final, and the charts stand still: they show the answers that they asked for.
    }).catch(() => {});
  };
  const gather = () => void (timer ||= window.setTimeout(open, GATHER_MS));
  document.addEventListener("visibilitychange", gather);
  return {
    add(chart: Chart) {
      charts.add(chart);
      gather();
      return () => {
        charts.delete(chart);
        gather();
      };
    },
  };
}
