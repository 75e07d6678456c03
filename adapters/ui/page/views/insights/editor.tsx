import { useEffect, useState } from "preact/hooks";
import { useParams } from "wouter-preact";
import type { SavedInsight } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { eventNames } from "../../parts/completions.ts";
import { ErrorNote, Loading } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useAnswer } from "../../use-answer.ts";
import { Workbench } from "./workbench.tsx";
import { toDefault } from "./kinds.ts";
import { SaveBar } from "./save-bar.tsx";
import type { Question } from "./question.ts";
import { goTo, useAddress } from "./use-address.ts";

/** One insight: a new one, or one that was saved. The question that is shown is the one in the address. */
export function InsightEditor() {
  const { id: place = "new" } = useParams<{ id: string }>();
  const [id = "new"] = place.split("?");
  return id === "new" ? <NewInsight key="new" /> : <ExistingInsight key={id} id={id} />;
}

function NewInsight() {
  const { P } = useProject();
  const question = useAddress();
  const names = useNames();
  useEffect(() => {
    if (question === undefined && names !== undefined) goTo("new", toDefault("trends", names), true);
  }, [question === undefined, names]);
  if (question === undefined || names === undefined) return <Loading what="the names of events" />;
  return (
    <View title="New insight" actions={<SaveBar key={P} question={question} />}>
      <Workbench question={question} names={names} onChange={(next) => goTo("new", next)} />
    </View>
  );
}

function ExistingInsight({ id }: { id: string }) {
  const { P } = useProject();
  const found = useAnswer(["saved insight", P, id], (signal) => call<SavedInsight>(`${P}/insights/${id}/`, { signal }));
  // As it is since it was changed here.
  const [latest, setLatest] = useState<SavedInsight>();
  const changed = useAddress();
  const names = useNames();
  const saved = latest ?? found.data;
  if (found.error !== undefined) return <ErrorNote error={found.error} retry={found.reload} />;
  if (saved === undefined || names === undefined) return <Loading what="the insight" />;
  const question = changed ?? (saved.filters as Question);
  return (
    <View
      title={saved.name || "Insight without a name"}
      actions={<SaveBar question={question} saved={saved} onSaved={setLatest} />}
    >
      {saved.description && <p class="hint insight-about">{saved.description}</p>}
      <Workbench question={question} names={names} onChange={(next) => goTo(id, next)} />
    </View>
  );
}

/** Names of events, the most frequent first; none while they cannot be had. */
function useNames(): readonly string[] | undefined {
  const { P } = useProject();
  return useAnswer(["event names", P], (signal) => eventNames(P, "", signal).catch(() => [])).data;
}
