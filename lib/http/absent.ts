/** The parts of PostHog that hoglet lacks, by the name in the path. */
const ABSENT: Readonly<Record<string, string>> = {
  experiments: "Experiments are",
  experiment_holdouts: "Experiments are",
  experiment_saved_metrics: "Experiments are",
  surveys: "Surveys are",
  session_recordings: "Session replay is",
  session_recording_playlists: "Session replay is",
};

/** The sentence for a path of a part that is not here; undefined = any other path that leads nowhere. */
export function absentPart(path: string): string | undefined {
  const [, name = ""] = /^\/api\/(?:projects|environments)\/[^/]+\/([a-z_]+)(?:\/|$)/.exec(path) ?? [];
  const subject = Object.hasOwn(ABSENT, name) ? ABSENT[name] : undefined;
  return subject && `${subject} not part of hoglet; the README lists its parts.`;
}
