/**
 * Auth: permissions over HTTP. A personal API key (`phx_…`) has scopes and maybe a list of projects; only its SHA-256
 * is stored. Capture needs no key: its public project token (`phc_…`) names the project of events, and reads nothing. A
 * project's secret (`phs_…`) is a key for the routes of flag definitions and remote config alone. A key with the scope
 * `*` also manages keys over HTTP; every change is in the activity log, values masked. In process there is no auth: a
 * program with the handle has the whole file.
 */
export { authenticate, requireProject, requireScopes, stillPasses } from "./authenticate.ts";
export type { Credentials } from "./authenticate.ts";
export {
  addKey,
  createKey,
  findKey,
  getKey,
  KeyInput,
  KeyUpdate,
  listKeys,
  requireProjects,
  revokeKey,
  rollKey,
  updateKey,
} from "./keys.ts";
export type { NewPersonalApiKey, PersonalApiKey } from "./keys.ts";
export { OWNER, pluginActor } from "./actors.ts";
export { dropSecretBackup, rotateSecret } from "./project-secret.ts";
export { satisfies } from "./scope.ts";
export type { Scope } from "./scope.ts";
