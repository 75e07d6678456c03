import { authorOf } from "../admin/activity/index.ts";
import { requireOrganization } from "../admin/organization/index.ts";
import { objectOf } from "../operations/index.ts";
import type { Call as OperationCall, Operation } from "../operations/index.ts";
import { envelopes } from "./envelopes.ts";
import { rawReply } from "./reply.ts";
import { defineRoute } from "./route.ts";
import type { Call, KeyRoute, Method } from "./route.ts";

/** The route of an operation: its answer in the contract's form, a list in its envelope. */
export function toRoute(operation: Operation): KeyRoute {
  const {
    http,
    status = 200,
    input: schema = null,
    run,
    toWire,
    paging,
    produces,
    find,
    csv,
    response,
    wireInput,
    ...row
  } = operation;
  const [methods, path] = http;
  const object = objectOf(path) ?? "";
  const toCall = ({ project, key, params, input, target: { origin }, headers, bytes }: Call<unknown>) => {
    const call = { project, by: authorOf(key), key, origin, headers, bytes, id: params[object] ?? "", input };
    return call as OperationCall<never>;
  };
  const toAnswer = async (call: Call<unknown>, ctx: Parameters<KeyRoute["run"]>[0]) => {
    const own = toCall(call);
    const answer = await run(ctx, own);
    if (toWire === undefined) return answer;
    if (paging === undefined) return toWire(answer as never, own, ctx);
    const page = answer as { results: never[] };
    return { ...page, results: page.results.map((each) => toWire(each, own, ctx)) };
  };
  return defineRoute({
    ...row,
    methods: methods.split(", ") as Method[],
    path,
    status,
    input: wireInput ?? schema,
    ...(response !== undefined && { response: paging === undefined ? response : envelopes[paging].schema(response) }),
    ...(produces !== undefined && { produces: [produces] }),
    find(ctx, { project, params }) {
      requireOrganization(params["organization_id"] ?? "@current");
      find?.(ctx, { project, id: params[object] ?? "" });
    },
    ...(csv !== undefined && { csv: typeof csv === "boolean" ? csv : (ctx, call) => csv(ctx, toCall(call)) }),
    async run(ctx, call) {
      const answer = await toAnswer(call, ctx);
      if (paging !== undefined) return envelopes[paging].around(call.target, call.input as never, answer as never);
      if (produces === undefined) return answer;
      const headers = { "content-type": `${produces}; charset=UTF-8` };
      return rawReply({ status, headers, body: String(answer) });
    },
  });
}
