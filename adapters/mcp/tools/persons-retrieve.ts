import { pageUrl } from "../page-url.ts";
import * as v from "valibot";
import type { EventRecord, Page, PersonRecord } from "../../../lib/index.ts";
import { explainPerson } from "../../explain/index.ts";
import { shorten } from "../bounds.ts";
import { defineTool, field } from "../tool.ts";
import type { Answer, Call } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

export const personsRetrieve = defineTool({
  name: "persons-retrieve",
  title: "Explain a person",
  description:
    "A person by distinct id, id or search: all distinct ids, the merges that joined them, and which event set which property when.",
  effect: "reads",
  input: {
    distinct_id: v.exactOptional(field.text()),
    id: v.exactOptional(v.pipe(v.union([v.string(), v.number()]), v.description("Integer id or UUID"))),
    search: v.exactOptional(field.text("Part of an email, a name or a distinct id")),
  },
  async run(call, input) {
    const given = Object.keys(input).length;
    if (given !== 1) throw new ToolFault("Expected one of distinct_id, id and search.");
    const found = await find(call, input);
    const [person] = found;
    if (person === undefined) return nobody(call, input.distinct_id);
    if (found.length > 1) {
      const results = found.map(({ uuid, name, distinct_ids: ids }) => ({ uuid, name, distinct_ids: ids.slice(0, 5) }));
      return { summary: `${found.length} persons match: name one by id.`, results };
    }
    return explain(call, person);
  },
});

async function find(
  { api }: Call,
  { distinct_id, id, search }: { distinct_id?: string; id?: string | number; search?: string },
): Promise<PersonRecord[]> {
  if (id !== undefined) return [await api.get<PersonRecord>(`/persons/${encodeURIComponent(id)}/`)];
  return (await api.get<Page<PersonRecord>>("/persons/", { distinct_id, search, limit: 20 })).results;
}

async function nobody({ api }: Call, distinctId: string | undefined): Promise<Answer> {
  const steps = ["execute-sql: select distinct_id, count() from events group by distinct_id"];
  if (distinctId === undefined) return { summary: "No person matches.", results: [], try_next: steps };
  const { count } = await api.get<Page<EventRecord>>("/events/", { distinct_id: distinctId, limit: 1 });
  const why =
    count > 0
      ? `${count} events of ${JSON.stringify(distinctId)} came, all without a person ($process_person_profile: false). identify or $set makes one.`
      : `Nothing came from ${JSON.stringify(distinctId)}.`;
  return { summary: why, results: [], try_next: count > 0 ? [] : steps };
}

async function explain(call: Call, person: PersonRecord): Promise<Answer> {
  const { api } = call;
  const { uuid } = person;
  const { merges, facts, by_hand: changes } = await explainPerson(api.get, person);
  const properties = facts.map(({ name, value, set_by: changed, also_set_elsewhere: isElsewhere }) => ({
    name,
    value: shorten(value, 100),
    set_by: changed.map(({ value: to, ...change }) => Object.assign(change, { value: shorten(to, 100) })),
    ...(isElsewhere && { also_set_elsewhere: true }),
  }));
  const byHand = changes.map(({ changes: fields, ...change }) =>
    Object.assign(change, { changes: shorten(fields, 100) }),
  );
  const shown = {
    uuid,
    name: person.name,
    is_identified: person.is_identified,
    created_at: person.created_at,
    distinct_ids: person.distinct_ids.slice(0, 50),
  };
  const ids = person.distinct_ids.length;
  return {
    summary: `${person.name}: ${ids} distinct ${ids === 1 ? "id" : "ids"}, ${merges.length} merges, ${facts.length} properties.`,
    results: [shown],
    merges,
    properties,
    ...(byHand.length > 0 && { changed_by_hand: byHand }),
    url: pageUrl(call, `/persons/${uuid}`),
  };
}
