import type { Project } from "../../lib/index.ts";
import type { Stage } from "./stage.ts";
import { createView } from "./create-view.ts";
import type { TestView } from "./test-view.ts";

/** A project of its own on a test hoglet's server, with the faults and requests of its token. */
export interface TestTenant extends TestView {
  readonly name: string;
  /** Empties this project and clears its requests and faults; the token stays, the project gets a new id. */
  reset(): Promise<void>;
}

export interface Tenants {
  open(name?: string): Promise<TestTenant>;
  /** The automatic checks of each tenant. */
  audits(): (() => Promise<void>)[];
  /** Creates their projects again, in a new hoglet. */
  renew(): Promise<void>;
}

interface Tenant {
  view: TestTenant;
  audit(): Promise<void>;
  renew(): Promise<void>;
}

export function openTenants(stage: Stage): Tenants {
  const opening = new Map<string, Promise<Tenant>>();
  const opened = new Set<Tenant>();
  let count = 0;
  const nextName = () => {
    do count += 1;
    while (opening.has(String(count)));
    return String(count);
  };
  return {
    async open(name = nextName()) {
      const known = opening.get(name) ?? openTenant(stage, name);
      opening.set(name, known);
      try {
        const tenant = await known;
        opened.add(tenant);
        return tenant.view;
      } catch (error) {
        // A bad name must not be cached.
        opening.delete(name);
        throw error;
      }
    },
    audits: () => [...opened].map(({ audit }) => audit),
    async renew() {
      for (const tenant of opened) await tenant.renew();
    },
  };
}

async function openTenant(stage: Stage, name: string): Promise<Tenant> {
  let project = await findOrCreate(stage, name);
  const { view: looks, audit, forget } = createView(stage, () => project, true);
  const renew = async () => {
    project = await findOrCreate(stage, name);
    forget();
  };
  const own = {
    name,
    async reset() {
      await stage.settle();
      await audit();
      await stage.hoglet().projects.delete(project.id);
      await renew();
    },
  };
  // Descriptors, since some members are getters.
  const view = Object.defineProperties(own, Object.getOwnPropertyDescriptors(looks)) as TestTenant;
  return { view, audit, renew };
}

/** A fork already has its origin's projects. */
async function findOrCreate(stage: Stage, name: string): Promise<Project> {
  const { projects } = stage.hoglet();
  const token = `phc_test_${name}`;
  const { results } = await projects.list({ limit: 1000 });
  return results.find(({ api_token }) => api_token === token) ?? projects.create({ name, api_token: token });
}
