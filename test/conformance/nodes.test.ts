import { suite } from "uvu";
import { conformByNodes } from "./nodes.ts";

const nodes = suite("insights by node");

conformByNodes(nodes, { options: {} });

nodes.run();
