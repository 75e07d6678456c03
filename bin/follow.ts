import type { Option } from "commander";
import { followedBy } from "../lib/index.ts";
import type { HogletOptions } from "../lib/index.ts";
import { choiceFlag, flag } from "./flag.ts";

/** The flags of a server that follows another. */
export interface FollowFlags {
  follow?: string;
  followKey?: string;
  writes: "forward" | "refuse";
  ownUrl?: string;
  lease?: string;
}

/** The key is better in the environment: other users of the machine see the arguments of a process. */
export function followFlags(): Option[] {
  return [
    flag("--follow <url>", "follow another hoglet: the file becomes equal to that one's, and is only read"),
    flag("--follow-key <key>", "personal key of that hoglet with all scopes, better as HOGLET_FOLLOW_KEY"),
    choiceFlag("--writes <way>", "of a server that follows: forward = captures and changes go to the other hoglet", [
      "forward",
      "refuse",
    ]).default("forward"),
    flag("--own-url <url>", "address at which that hoglet reaches this one, to be told when this one has taken over"),
    flag("--lease <place>", "folder or bucket of both: only who renews it writes, and a follower takes over by itself"),
  ];
}

/** The options of a handle; none without the flags. @throws Error when the key is missing, or the file follows and the flag is missing */
export function toFollow(
  file: string | undefined,
  { follow: url, followKey: key, writes, ownUrl, lease }: FollowFlags,
): Pick<HogletOptions, "follow" | "lease"> {
  const shared = lease === undefined ? {} : { lease };
  if (url === undefined) {
    const followed = file === undefined ? null : followedBy(file);
    if (followed === null) return shared;
    throw new Error(`${file} follows ${followed}. Add --follow <url>, or choose another file.`);
  }
  if (key === undefined) throw new Error("--follow needs a personal key of the other hoglet: set HOGLET_FOLLOW_KEY.");
  return { ...shared, follow: { url, key, writes, ...(ownUrl !== undefined && { ownUrl }) } };
}
