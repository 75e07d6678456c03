/** A message of an event stream. */
export interface Message {
  /** By which the stream is taken up again after it; null = it had none. */
  id: string | null;
  data: string;
}

/**
 * Reads the text of an event stream as it comes, in pieces of any size: gives the messages that a piece made whole. Comments
 * and fields that the API does not send are passed over (https://html.spec.whatwg.org/multipage/server-sent-events.html).
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
