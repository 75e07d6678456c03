import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Link, useParams } from "wouter-preact";
import { call } from "../api.ts";
import { Confirm } from "../parts/dialog.tsx";
import { isMissing, Missing } from "../parts/missing.tsx";
import { Answered, ErrorNote } from "../parts/states.tsx";
import { View } from "../parts/view.tsx";
import { useProject } from "../project.ts";
import { useLoaded } from "../use-loaded.ts";
import { ActivityList } from "./persons/activity-list.tsx";
import { useWork } from "./persons/use-work.ts";

interface Stored {
  id: number;
  deleted: boolean;
}

interface PartsProps<Thing> {
  thing: Thing;
  /** Grows with every change. */
  turn: number;
  /** Says what was changed, and loads the thing again. */
  tell: (news: string) => void;
}

/** A kind of things that are edited, deleted and restored in a view of their own. */
export interface ThingKind<Thing extends Stored> {
  noun: string;
  /** The path of the things in the API, below the project. */
  place: string;
  list: { path: string; name: string };
  nameOf(thing: Thing): string;
  /** The button before "Edit", and the update that it sends; null = there is none. */
  button(thing: Thing): { label: string; body: object; news(updated: Thing): string } | null;
  removal: { method: "DELETE" } | { method: "PATCH"; body: object };
  /** A sentence about deleting a thing, and a sentence about a deleted thing. */
  warning: string;
  gone: string;
  /** The text where nothing was changed. */
  none: string;
  Parts(props: PartsProps<Thing>): VNode;
  Form(props: { thing: Thing; tell: (news: string) => void; close: () => void }): VNode;
}

interface KnownProps<Thing extends Stored> {
  kind: ThingKind<Thing>;
  thing: Thing;
  changed: () => void;
}

/** The view of the thing whose id the address has: its parts, its changes, its actions. */
export function StoredThing<Thing extends Stored>({ kind }: { kind: ThingKind<Thing> }) {
  const { id = "" } = useParams();
  return <LoadedThing key={id} id={id} kind={kind} />;
}

function LoadedThing<Thing extends Stored>({ id, kind }: { id: string; kind: ThingKind<Thing> }) {
  const { P } = useProject();
  const { noun, place, list } = kind;
  const answer = useLoaded([noun, P, id], (signal) =>
    call<Thing>(`${P}/${place}/${encodeURIComponent(id)}`, { signal }),
  );
  if (isMissing(answer.error)) {
    return (
      <Missing title={`No such ${noun}`} list={list}>
        There is no {noun} {id} in this project; it may be one of another project.
      </Missing>
    );
  }
  return (
    <Answered answer={answer} what={`the ${noun}`}>
      {(thing) => <KnownThing kind={kind} thing={thing} changed={answer.reload} />}
    </Answered>
  );
}

function KnownThing<Thing extends Stored>({ kind, thing, changed }: KnownProps<Thing>) {
  const { noun, Parts, Form } = kind;
  const { P } = useProject();
  const path = `${P}/${kind.place}/${thing.id}`;
  const name = kind.nameOf(thing);
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const [{ news, turn }, setNews] = useState({ news: "", turn: 0 });
  const { error, isRunning, run } = useWork();
  const close = () => setDialog(undefined);
  const tell = (text: string) => {
    setNews({ news: text, turn: turn + 1 });
    changed();
  };
  const update = (body: object, toNews: (updated: Thing) => string) =>
    void run(async () => tell(toNews(await call<Thing>(path, { method: "PATCH", body }))));
  const remove = async () => {
    await call(path, kind.removal);
    tell(`${name} is deleted.`);
  };
  const button = kind.button(thing);
  const actions = thing.deleted ? (
    <button
      type="button"
      class="primary"
      disabled={isRunning}
      onClick={() => update({ deleted: false }, (updated) => `${kind.nameOf(updated)} is back.`)}
    >
      Restore
    </button>
  ) : (
    <>
      {button !== null && (
        <button type="button" disabled={isRunning} onClick={() => update(button.body, button.news)}>
          {button.label}
        </button>
      )}
      <button type="button" onClick={() => setDialog("edit")}>
        Edit …
      </button>
      <button type="button" class="danger" onClick={() => setDialog("delete")}>
        Delete …
      </button>
    </>
  );
  return (
    <View title={name} actions={actions}>
      <div class="stack">
        <p role="status" class="news">
          {news}
        </p>
        {error !== undefined && <ErrorNote error={error} />}
        {thing.deleted && (
          <p class="state empty">
            {kind.gone} <Link href={kind.list.path}>{kind.list.name}</Link>
          </p>
        )}
        <Parts thing={thing} turn={turn} tell={tell} />
        <section class="panel stack" aria-label={`Changes of this ${noun}`}>
          <h2>Changes</h2>
          <ActivityList path={`${path}/activity`} turn={turn} none={kind.none} />
        </section>
      </div>
      {dialog === "edit" && <Form thing={thing} tell={tell} close={close} />}
      {dialog === "delete" && (
        <Confirm title={`Delete ${name}?`} verb="Delete" run={remove} close={close}>
          <p>{kind.warning}</p>
        </Confirm>
      )}
    </View>
  );
}
