import * as v from "valibot";
import { envelope, list } from "./envelope.ts";
import { Instant, Properties } from "../../base/answer-scalars.ts";

const TypeIndex = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4));

export const Group = v.pipe(
  v.object({
    group_type_index: TypeIndex,
    group_key: v.string(),
    group_properties: Properties,
    created_at: Instant,
  }),
  v.examples([
    {
      group_type_index: 0,
      group_key: "org:5",
      group_properties: { name: "Acme" },
      created_at: "2024-03-01T08:00:00Z",
    },
  ]),
);

export const GroupList = envelope(Group);

export const GroupTypeList = list(
  v.pipe(
    v.object({
      group_type: v.string(),
      group_type_index: TypeIndex,
      name_singular: v.null(),
      name_plural: v.null(),
    }),
    v.examples([{ group_type: "company", group_type_index: 0, name_singular: null, name_plural: null }]),
  ),
);
