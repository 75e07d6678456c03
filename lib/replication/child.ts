import { toSent } from "../storage/index.ts";
import { follow } from "./follow.ts";
import type { FollowerNews, FromServer, ToChild } from "./protocol.ts";
import { openServePages } from "./serve-pages.ts";
import type { ServePages } from "./serve-pages.ts";

// The process that reads the pages of a first, or writes those of a follower. It ends with its parent.

const state: { serve?: ServePages } = {};

process.on("message", (message: ToChild) => {
  if ("follow" in message) return void follow(message.follow, (news: FollowerNews) => void process.send?.(news));
  const { id, file, identity, question } = message.serve;
  const answer = async (): Promise<FromServer> => {
    try {
      state.serve ??= openServePages(file);
      return { id, part: await state.serve(question, identity) };
    } catch (error) {
      return { id, error: toSent(error) };
    }
  };
  void answer().then((reply) => process.send?.(reply));
});
process.on("disconnect", () => process.exit());
