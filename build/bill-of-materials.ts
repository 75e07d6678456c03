import { writeFile } from "node:fs/promises";
import { readManifest } from "./licences.ts";

/**
 * Writes the list of the packages that are in the bundles, in CycloneDX's form (https://cyclonedx.org/docs/1.6/json/): `npm audit` sees
 * dependencies alone, and tools for bills of materials read this. Without a time or a number of its own, so that the same sources
 * make the same package.
 */
export async function writeBillOfMaterials(folders: readonly string[], file: string): Promise<void> {
  const own = await readManifest(".");
  const components = await Promise.all(
    folders.map(async (folder) => {
      const { name, version, license = "" } = await readManifest(folder);
      return { ...toComponent(name, version), licenses: [{ expression: license }] };
    }),
  );
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...toComponent(own.name, own.version), "bom-ref": own.name } },
    components,
  };
  await writeFile(file, `${JSON.stringify(bill, undefined, 1)}\n`);
}

function toComponent(name: string, version: string) {
  return { type: "library", name, version, purl: `pkg:npm/${name.replace("@", "%40")}@${version}` };
}
