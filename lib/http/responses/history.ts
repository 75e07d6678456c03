import { Activity } from "../../admin/activity/index.ts";
import { envelopes } from "../envelopes.ts";

export const History = envelopes.number.schema(Activity);
