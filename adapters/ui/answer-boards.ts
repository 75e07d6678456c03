import { jsonReply, textReply } from "../../lib/index.ts";
import type { Hoglet, HttpReply, HttpRequest, SharedDashboard } from "../../lib/index.ts";
import { loadBoards } from "./board.ts";
import type { Board, RenderBoard } from "./board.ts";
import type { Sessions } from "./sessions.ts";

type Boards = Pick<Hoglet, "clock" | "dashboards">;

/** The documents of dashboards: as a file for signed-in users, and for holders of a link. */
export interface BoardAnswers {
  /** `ui/dashboards/7.html?project=1`: a file, for users who may read the dashboard and its insights. */
  file(request: HttpRequest, id: string): Promise<HttpReply>;
  /** `ui/shared/<token>`: the dashboard of a link, for holders of the link. */
  shared(token: string): Promise<HttpReply>;
}

/** How long a document is kept in ms: holders of a link cannot make the server compute more often. */
const KEPT_MS = 15_000;
/** Documents that are kept: each may have some hundred kB. */
const MOST_KEPT = 20;

/** Answers requests for documents of dashboards. @param folder of the built page */
export function openBoards(hoglet: Boards, sessions: Sessions, folder?: string | URL): BoardAnswers {
  let loaded: Promise<RenderBoard | undefined> | undefined;
  const kept = new Map<string, { atMs: number; board: Promise<Board | null> }>();

  /** Null = the page was not built. */
  async function render(...[shared, nowMs, options]: Parameters<RenderBoard>): Promise<Board | null> {
    const draw = await (loaded ??= loadBoards(folder));
    return draw === undefined ? null : draw(shared, nowMs, options);
  }

  function keep(token: string): Promise<Board | null> {
    const nowMs = hoglet.clock.now();
    const found = kept.get(token);
    if (found !== undefined && nowMs - found.atMs < KEPT_MS) return found.board;
    const board = hoglet.dashboards.shared(token).then((answered) => render(answered, nowMs, { isLive: true }));
    kept.delete(token);
    kept.set(token, { atMs: nowMs, board });
    for (const [oldest] of kept) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    board.catch(() => kept.delete(token));
    return board;
  }

  return {
    async file({ method, url, headers, ip }, id) {
      const projectId = new URL(url, "http://hoglet.local").searchParams.get("project") ?? "";
      if (!/^\d{1,15}$/.test(projectId))
        return jsonReply(400, { detail: "Expected the id of a project.", attr: "project" });
      const ask = (path: string) =>
        sessions.ask({ method, url: `/api/projects/${projectId}${path}`, headers, body: new Uint8Array(0), ip });
      const project = await ask("");
      if (project.status !== 200) return project;
      const reply = await ask(`/dashboards/${id}/?refresh=blocking`);
      if (reply.status !== 200) return reply;
      const answered = {
        project: JSON.parse(String(project.body)) as SharedDashboard["project"],
        dashboard: JSON.parse(String(reply.body)) as SharedDashboard["dashboard"],
      };
      const board = await render(answered, hoglet.clock.now(), { isLive: false });
      return toReply(board, { "content-disposition": `attachment; filename="dashboard-${id}.html"` });
    },
    async shared(token) {
      // Checked for each request: a link that was made invalid shows nothing from that moment on, kept or not.
      if (!(await hoglet.dashboards.isShared(token))) return missing();
      const board = await keep(token);
      return (await hoglet.dashboards.isShared(token)) ? toReply(board) : missing();
    },
  };
}

function toReply(board: Board | null, headers: Record<string, string> = {}): HttpReply {
  if (board === null) return jsonReply(503, { detail: "The page was not built: npm run build does it." });
  const { html, policy } = board;
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `${policy}; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      ...headers,
    },
    body: html,
  };
}

/** One reply for tokens that never were and for links that are invalid by now. */
function missing(): HttpReply {
  return textReply(404, "There is no such dashboard. Its link may have been made invalid.");
}
