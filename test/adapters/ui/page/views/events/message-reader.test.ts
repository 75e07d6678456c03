import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createMessageReader } from "../../../../../../adapters/ui/page/views/events/message-reader.ts";

const STREAM = ': connected\n\nid: 7\ndata: {"a":1}\n\n: heartbeat\n\nid: 9\ndata: {"b":\ndata: 2}\n\ndata: bare\n\n';
const MESSAGES = [
  { id: "7", data: '{"a":1}' },
  { id: "9", data: '{"b":\n2}' },
  { id: null, data: "bare" },
];

const reader = suite("createMessageReader");

reader("gives messages without the comments between them", () => {
  assert.equal(createMessageReader()(STREAM), MESSAGES);
  assert.equal(createMessageReader()(STREAM.replaceAll("\n", "\r\n")), MESSAGES);
});

reader("gives the same wherever the text is cut", () => {
  for (let size = 1; size < 20; size++) {
    const read = createMessageReader();
    const pieces = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, index) =>
      STREAM.slice(index * size, (index + 1) * size),
    );
    assert.equal(pieces.flatMap(read), MESSAGES, `cut after each ${size}`);
  }
});

reader("waits for the end of a message", () => {
  const read = createMessageReader();
  assert.equal(read("id: 1\ndata: x\n"), []);
  assert.equal(read("\n"), [{ id: "1", data: "x" }]);
});

reader.run();
