import { Fragment } from "preact";
import { Link } from "wouter-preact";
import { Value } from "../../parts/value.tsx";
import { describeCost, describeTokens } from "./figures.ts";
import { MessageList } from "./message-list.tsx";
import type { TraceStep } from "../../../../explain/trace-tree.ts";

/** All that a step of a trace tells: its figures, its messages, and its error. */
export function StepDetails({ step }: { step: TraceStep }) {
  const { properties, name, id } = step;
  const input = properties["$ai_input"] === undefined ? properties["$ai_input_state"] : properties["$ai_input"];
  const output = [properties["$ai_output_choices"], properties["$ai_output"], properties["$ai_output_state"]];
  return (
    <section class="panel stack ai-details" aria-label={name}>
      <div class="row">
        <h2>{name}</h2>
        <Link href={`/events/${id}`}>The event</Link>
      </div>
      {step.isError && <p class="ai-error">{errorOf(properties)}</p>}
      <dl class="facts">
        {factsOf(properties).map(([fact, value]) => (
          <Fragment key={fact}>
            <dt>{fact}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <MessageList title="Input" value={input} role="user" />
      <MessageList title="Output" value={output.find((each) => each !== undefined)} role="assistant" />
    </section>
  );
}

function errorOf({ $ai_error: error, $ai_http_status: status }: TraceStep["properties"]): string {
  const text = typeof error === "string" ? error : error === undefined ? "" : JSON.stringify(error);
  const code = typeof status === "number" || typeof status === "string" ? ` (HTTP ${status})` : "";
  return `${text || "It failed without an error message."}${code}`;
}

function factsOf(properties: TraceStep["properties"]): [name: string, value: unknown][] {
  const number = (key: string) => (typeof properties[key] === "number" ? properties[key] : null);
  const facts: [string, unknown][] = [
    ["Model", properties["$ai_model"]],
    ["Provider", properties["$ai_provider"]],
    ["Tokens", describeTokens(number("$ai_input_tokens"), number("$ai_output_tokens"))],
    ["Cost", describeCost(number("$ai_total_cost_usd"))],
    ["Price of", properties["$ai_model_cost_used"]],
    ["Tools called", properties["$ai_tools_called"]],
    ["Stopped by", properties["$ai_stop_reason"]],
    ["Metric", properties["$ai_metric_value"]],
    ["Feedback", properties["$ai_feedback_text"]],
    ["Parameters", properties["$ai_model_parameters"]],
  ];
  return facts.filter(([, value]) => value !== undefined && value !== null && value !== "–");
}
