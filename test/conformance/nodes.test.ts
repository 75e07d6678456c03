import { suite } from "uvu";
import { conformByNodes } from "./nodes.ts";
import { oneIn } from "../support/rounds.ts";

const nodes = suite("insights by node");

conformByNodes(oneIn(9, nodes), { options: {} });

nodes.run();
