import { cityHash64 } from "./city-hash.ts";
import { personUuid } from "../../base/ids.ts";
import { remember } from "../../base/recent.ts";
import { elementsChainOf, parseElementsChain } from "../../events/elements/index.ts";
import { compileFilter } from "../../events/filters/index.ts";
import type { FilterNode, Properties, RowPredicate } from "../../events/filters/index.ts";
import { ANY, BOOL, STRING, UINT8, UUID } from "../compile/type.ts";
import type { SessionSource } from "../session-table.ts";
import type { ScalarFunctions, Surroundings } from "./function.ts";

/** Filters that are kept: those of a statement. */
const MAX_FILTERS = 100;

const filterTests = remember(MAX_FILTERS, (filter): RowPredicate =>
  compileFilter(JSON.parse(filter) as FilterNode, () => () => false),
);

const NOTHING = {};

/** Columns of events that are parts of the chain of elements. Source: PostHog's definition of its table `events`. */
const CHAIN_PARTS: Readonly<Record<string, RegExp>> = {
  elements_chain_href: /[:"]href="(.*?)"/gs,
  elements_chain_texts: /[:"]text="(.*?)"/gs,
  elements_chain_ids: /[:"]attr_id="(.*?)"/gs,
  elements_chain_elements: /(?:^|;)(a|button|form|input|select|textarea|label)(?=\.|$|:)/g,
};

/** Functions of the tables' views, and of `{filters}`. */
export const TABLE_FUNCTIONS: ScalarFunctions = {
  personUuid: {
    takes: "x",
    gives: UUID,
    isSurrounded: true,
    run: ({ projectId }: Surroundings, distinctId: unknown) => personUuid(projectId, String(distinctId)),
  },
  personName: {
    takes: "x x x",
    gives: STRING,
    isSurrounded: true,
    run: ({ personName }: Surroundings, id: unknown, properties: unknown, distinctIds: unknown) =>
      personName(Number(id), properties, String(distinctIds)),
  },
  isInCohort: {
    takes: "x x x",
    gives: BOOL,
    isSurrounded: true,
    run: ({ isInCohort }: Surroundings, cohortId: unknown, personId: unknown, properties: unknown) =>
      Number(isInCohort(Number(cohortId), Number(personId), String(properties))),
  },
  /** A column of a session, by its place among the statement's sessions. */
  sessionAt: {
    takes: "x x",
    gives: ANY,
    isSurrounded: true,
    run: ({ sessions }: Surroundings, place: unknown, source: unknown) => sessions.at(Number(place), String(source)),
  },
  /** A column of a session, by its id. */
  sessionOf: {
    takes: "x x",
    gives: ANY,
    isSurrounded: true,
    run: ({ sessions }: Surroundings, id: unknown, source: unknown) => sessions.of(String(id), source as SessionSource),
  },
  /** Is a distinct id in a part of all ids? All events of an id are, or none, as with ClickHouse's key of samples. */
  sampled: {
    takes: "x x x",
    gives: UINT8,
    run: (distinctId: string, ratio: number, offset: number) => {
      const place = Number(cityHash64(Buffer.from(distinctId))) / 2 ** 64;
      return Number(place >= offset && place < offset + ratio);
    },
  },
  /** The text of an event's elements, as a web SDK sends it; empty without elements. */
  elementsChain: {
    takes: "x",
    gives: STRING,
    takesNull: true,
    run: (stored: string | null) => elementsChainOf(stored ?? undefined),
  },
  /** A part of a chain, by the name of its column: the first link, or a list without repetitions. */
  elementsPart: {
    takes: "x x",
    gives: ANY,
    run: (chain: string, name: string) => {
      const found = new Set(Array.from(chain.matchAll(CHAIN_PARTS[name] as RegExp), ([, part]) => part));
      return name === "elements_chain_href" ? ([...found][0] ?? "") : JSON.stringify([...found]);
    },
  },
  /** Does a JSON object pass a property filter? NULL (an event without a person) never does. */
  passes: {
    takes: "x x",
    gives: UINT8,
    run: (filter: string, text: string) => {
      const properties = JSON.parse(text) as Properties;
      const row = { properties, personId: null, personProperties: NOTHING, groupProperties: () => NOTHING };
      return Number(filterTests(filter)(row));
    },
  },
  passesElements: {
    takes: "x x",
    gives: UINT8,
    run: (filter: string, chain: string) => {
      const row = { properties: NOTHING, personId: null, personProperties: NOTHING, groupProperties: () => NOTHING };
      return Number(filterTests(filter)({ ...row, elements: () => parseElementsChain(chain) }));
    },
  },
};
