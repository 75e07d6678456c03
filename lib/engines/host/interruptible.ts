import type { Db } from "../../storage/index.ts";

type Statement = ReturnType<Db["sql"]>;

/**
 * The same database, seen by somebody who can be interrupted: `checkpoint` is called before each statement and each row that
 * is walked, and whatever it throws ends that. For readers who keep nothing between two calls.
 */
export function interruptible(db: Db, checkpoint: () => void): Db {
  const known = new Map<string, Statement>();
  return {
    ...db,
    sql<Row>(text: string) {
      checkpoint();
      const statement = known.get(text) ?? withCheckpoints(db.sql(text), checkpoint);
      known.set(text, statement);
      return statement as ReturnType<typeof db.sql<Row>>;
    },
  };
}

/** A proxy, because a statement is an object of the driver whose methods give itself (`pluck`, `raw`). */
function withCheckpoints(statement: Statement, checkpoint: () => void): Statement {
  const iterate = function* (...values: unknown[]) {
    for (const row of statement.iterate(...values)) {
      checkpoint();
      yield row;
    }
  };
  const proxy: Statement = new Proxy(statement, {
    get(target, name) {
      if (name === "iterate") return iterate;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, values);
        return result === target ? proxy : result;
      };
    },
  });
  return proxy;
}
