/** A message of an event stream. */
export interface Message {
  /** Id from which the stream can resume; null = none. */
  id: string | null;
  data: string;
}

/**
 * Parses the text of an event stream, in pieces of any size, and returns the messages that each piece completes.
 * Comments and fields that the API does not send are ignored
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
export function createMessageReader(): (piece: string) => Message[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.map(toMessage).filter((message) => message.data !== "");
  };
}

function toMessage(block: string): Message {
  const lines = block.split("\n");
  const id = valueOf(lines, "id")[0] ?? null;
  return { id, data: valueOf(lines, "data").join("\n") };
}

function valueOf(lines: readonly string[], field: string): string[] {
  return lines
    .filter((line) => line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).replace(/^ /, ""));
}
