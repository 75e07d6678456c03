import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openGathered, propertyText, slicedActors } from "../../lib/engine.ts";
import type { EntityKind, FeedEntry } from "../../lib/engine.ts";
import { createFeed } from "../../lib/engines/feed/index.ts";
import type { Properties } from "../../lib/events/filters/index.ts";
import type { AnswerOf, Plan } from "../../lib/port/plan.ts";
import type { Engine } from "../../lib/port/engine.ts";
import type { Db } from "../../lib/storage/index.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { size, whenAll } from "../support/rounds.ts";
import { conformToActors } from "./actors.ts";
import { conformToCriteria } from "./criteria.ts";
import { conformToFunnels } from "./funnels.ts";
import { conformToPaths } from "./paths.ts";
import { conformToReturns } from "./returns.ts";
import { conformToStories } from "./stories.ts";
import { play, randomStory } from "./story.ts";

// Gathered rows that are asked in slices: each plan that may be cut is answered over three slices of its actors, one after the other.

const SLICES = 3;

/** Rows answer the questions between, since slices of a question make three databases. */
const EVERY = 10;

const asked = new Map<string, number>();

function slicedEngine(db: Db): Engine {
  const rows = rowsEngine(db);
  return {
    async ask<P extends Plan>(plan: P): Promise<AnswerOf<P>> {
      const actors = slicedActors(plan);
      if (actors === null) return rows.ask(plan);
      const count = asked.get(plan.kind) ?? 0;
      asked.set(plan.kind, count + 1);
      if (count % EVERY !== 0) return rows.ask(plan);
      const entries = await entriesOf(db);
      const sliceOf = cutBy(actors, entries);
      const parts: unknown[] = [];
      for (let slice = 0; ; slice++) {
        const gathered = openGathered({ events: 1 });
        try {
          gathered.add(entries.filter((entry) => entry.kind !== "event" || sliceOf(entry) === slice));
          if (slice === SLICES - 1) return await gathered.askLast(plan, parts);
          // As it comes out of another thread.
          parts.push(structuredClone(await gathered.askPart(plan)));
        } finally {
          await gathered.close();
        }
      }
    },
  };
}

async function entriesOf(db: Db): Promise<FeedEntry[]> {
  const feed = createFeed(db);
  await feed.unfollow("slices");
  const entries: FeedEntry[] = [];
  let mark = await feed.follow("slices");
  for (let isCurrent = false; !isCurrent;) {
    const batch = await feed.read(mark, { limit: 500 });
    entries.push(...batch.entries);
    ({ mark, isCurrent } = batch);
  }
  return entries;
}

/** The slice of each event: that of its actor. */
function cutBy(actors: EntityKind, entries: FeedEntry[]): (entry: FeedEntry & { kind: "event" }) => number {
  const persons = new Map(
    entries.flatMap((entry) => (entry.kind === "distinct-id" ? [[entry.id, entry.now?.personId ?? -entry.id]] : [])),
  );
  return ({ distinctId, properties }) => {
    if (actors.by === "persons") return Math.abs(persons.get(distinctId) ?? distinctId) % SLICES;
    const key = actors.by === "groups" ? `$group_${actors.groupTypeIndex}` : actors.source.key;
    const text = propertyText((JSON.parse(properties) as Properties)[key]);
    return [...text].reduce((sum, character) => sum + character.charCodeAt(0), 0) % SLICES;
  };
}

const slices = suite("slices of gathered rows");
const candidate = { options: {}, over: slicedEngine };

const deeper = [conformToActors, conformToPaths, conformToReturns, conformToCriteria];
for (const conformTo of [conformToStories, conformToFunnels, ...size([], deeper)]) conformTo(slices, candidate);

whenAll(slices)("were asked for every kind that has them", async () => {
  // Few random trends add up over persons: one of this story does.
  assert.is(await play(candidate, randomStory(4, 50)), null);
  const kinds = [
    "trend",
    "trend-actors",
    "lifecycle",
    "lifecycle-actors",
    "stickiness",
    "stickiness-actors",
    "retention",
  ];
  const others = ["retention-actors", "appearances", "funnel", "funnel-actors", "funnel-periods", "funnel-times"];
  assert.equal([...asked.keys()].toSorted(), [...kinds, ...others, "correlation", "paths", "path-actors"].toSorted());
});

slices.run();
