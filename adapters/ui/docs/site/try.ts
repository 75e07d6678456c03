import { element } from "./element.ts";
import { readOperations } from "./operations.ts";
import type { Operation } from "./operations.ts";
import { toCurl, toRequest } from "./request.ts";

// The form that sends a request of the HTTP API to the server that shows it. Everything follows from the OpenAPI document. An
// answer is shown as text, and never as a document of its own.

/** Milliseconds until a request is given up: an answer, or the part of a stream that has arrived, is shown then. */
const PATIENCE_MS = 30_000;
/** Characters of an answer that are shown. */
const SHOWN = 200_000;

const { root = "" } = document.body.dataset;
const place = document.querySelector<HTMLElement>("#try");
if (place !== null) void start(place);

async function start(form: HTMLElement): Promise<void> {
  try {
    const reply = await fetch(`${root}../api/schema/`);
    if (!reply.ok) throw new Error(`The OpenAPI document answered ${reply.status}.`);
    show(form, readOperations(await reply.json()));
  } catch (error) {
    form.replaceChildren(element("p", { role: "alert" }, String(error instanceof Error ? error.message : error)));
  }
}

/** Shows the choice of a route and its form; the address names the route. */
function show(form: HTMLElement, operations: readonly Operation[]): void {
  const select = element("select", { id: "route" });
  for (const [tag, own] of Map.groupBy(operations, (operation) => operation.tag)) {
    const group = element("optgroup", { label: tag });
    group.append(...own.map(({ id, method, path }) => element("option", { value: id }, `${method} ${path}`)));
    select.append(group);
  }
  let fields = element("form");
  const answer = element("section", { ariaLabel: "Answer" });
  const choose = () => {
    const operation = operations.find(({ id }) => id === select.value);
    if (operation === undefined) return;
    answer.replaceChildren();
    const chosen = toForm(operation, answer);
    fields.replaceWith(chosen);
    fields = chosen;
    history.replaceState(null, "", `#${operation.id}`);
  };
  select.addEventListener("change", choose);
  form.replaceChildren(labelled("Route", select), fields, answer);
  const named = decodeURIComponent(location.hash.slice(1));
  if (operations.some(({ id }) => id === named)) select.value = named;
  choose();
}

function toForm(operation: Operation, answer: HTMLElement): HTMLFormElement {
  const form = element("form");
  const inputs = new Map<string, HTMLInputElement>();
  const inPath = operation.parameters.filter(({ where }) => where === "path");
  const inQuery = operation.parameters.filter(({ where }) => where === "query");
  const toField = ({ name, description, required, example }: Operation["parameters"][number]) => {
    const input = element("input", {
      value: example,
      required,
      maxLength: 10_000,
      autocomplete: "off",
      spellcheck: false,
    });
    inputs.set(name, input);
    return labelled(required ? name : `${name} (optional)`, input, description);
  };
  const query = element(
    "details",
    {},
    element("summary", {}, `Fields of the query (${inQuery.length})`),
    ...inQuery.map(toField),
  );
  const body = element("textarea", { rows: 12, value: operation.body ?? "", maxLength: 1_000_000, spellcheck: false });
  const key = element("input", { type: "password", maxLength: 200, autocomplete: "off" });
  const command = element("code");
  const read = () => {
    const values = new Map([...inputs].map(([name, input]) => [name, input.value]));
    return toRequest(operation, values, operation.body === null ? null : body.value, key.value.trim());
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(read(), answer);
  });
  const showCommand = () => {
    command.textContent = toCurl(read(), new URL(`${root}..`, location.href).href);
  };
  form.addEventListener("input", showCommand);
  form.replaceChildren(
    element("p", {}, operation.summary),
    ...inPath.map(toField),
    ...(inQuery.length > 0 ? [query] : []),
    ...(operation.body === null ? [] : [labelled("Body", body, "JSON")]),
    labelled("Personal API key (optional)", key, "It stays in this form, and goes to this server alone."),
    element("button", {}, `Send ${operation.method}`),
    ...(operation.method === "GET" ? [] : [element("p", { className: "hint" }, "It may change data of this server.")]),
    element("details", {}, element("summary", {}, "The same as a command"), element("pre", { tabIndex: 0 }, command)),
  );
  showCommand();
  return form;
}

async function send({ method, path, headers, body }: ReturnType<typeof toRequest>, answer: HTMLElement): Promise<void> {
  answer.replaceChildren(element("p", { role: "status" }, "Waiting for the answer …"));
  const startMs = performance.now();
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    // The page's session, so that a reader on this machine needs no key.
    if (headers["authorization"] === undefined)
      await fetch(`${root}../ui/session`, { signal, headers: { "x-hoglet-page": "1" } });
    const url = `${root}..${path}`;
    const reply = await fetch(url, { method, headers, body, signal, redirect: "error", credentials: "same-origin" });
    const { text, isWhole } = await readAtMost(reply, SHOWN);
    const ms = Math.round(performance.now() - startMs);
    const type = reply.headers.get("content-type") ?? "";
    answer.replaceChildren(
      element("h2", {}, `${reply.status} ${reply.statusText}`),
      element(
        "p",
        { className: "hint", role: "status" },
        `${ms} ms, ${type}${isWhole ? "" : "; the rest is left out"}`,
      ),
      element("pre", { tabIndex: 0 }, isWhole && type.includes("json") ? indented(text) : text),
    );
  } catch (error) {
    const message = signal.aborted ? "No answer came within 30 seconds." : `The request failed: ${String(error)}`;
    answer.replaceChildren(element("p", { role: "alert" }, message));
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function labelled(label: string, input: HTMLElement, description = ""): HTMLElement {
  const text = description === "" ? [] : [element("span", { className: "hint" }, description)];
  return element("label", { className: "field" }, element("span", {}, label), ...text, input);
}

/** Reads at most `limit` characters of a reply; the rest is not loaded. A stream that ends by its signal gives the part that came. */
async function readAtMost(reply: Response, limit: number): Promise<{ text: string; isWhole: boolean }> {
  if (reply.body === null) return { text: "", isWhole: true };
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text, isWhole: true };
      text += value;
      if (text.length > limit) {
        await reader.cancel();
        return { text: text.slice(0, limit), isWhole: false };
      }
    }
  } catch (error) {
    if (text === "") throw error;
    return { text, isWhole: false };
  }
}
