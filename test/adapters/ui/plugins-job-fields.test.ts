import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toPayload, toPublicJobs } from "../../../adapters/ui/page/views/plugins/job-fields.ts";

const JOBS = {
  Export: {
    payload: {
      from: { title: "From", type: "date", required: true },
      all: { type: "boolean", default: true },
      rows: { type: "number" },
      range: { type: "daterange" },
    },
  },
  Ping: {},
};

const reading = suite("toPublicJobs");

reading("gives each job's fields", () => {
  const [job, ping] = toPublicJobs(JOBS);
  assert.equal(job?.fields.slice(0, 2), [
    { key: "from", title: "From", type: "date", isRequired: true, default: "" },
    { key: "all", title: "all", type: "boolean", isRequired: false, default: "true" },
  ]);
  assert.is(job?.fields[3]?.type, "json");
  assert.equal(ping, { name: "Ping", fields: [] });
});

reading.run();

const filling = suite("toPayload");

filling("gives values of the fields' types, and leaves out what is empty", () => {
  const [job] = toPublicJobs(JOBS);
  const payload = toPayload(job?.fields ?? [], { from: "2024-03-01", rows: "12", range: "[1,2]" });
  assert.equal(payload, { from: "2024-03-01", all: false, rows: 12, range: [1, 2] });
  assert.equal(toPayload(job?.fields ?? [], { from: "", all: "true" }), { all: true });
});

filling.run();
