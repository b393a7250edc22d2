/** Software bill of materials of a built image, CycloneDX 1.6: what lies in it, not what was asked for. */
import { readFile } from 'node:fs/promises';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { z } from 'zod';
import { docker } from './docker.ts';

const inventory = z.object({
  node: z.string(),
  npm: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      license: z.string().optional().catch(undefined),
    }),
  ),
  debian: z.array(
    z.object({ name: z.string(), version: z.string(), architecture: z.string().optional() }),
  ),
});
type Inventory = z.output<typeof inventory>;

export async function readInventory(image: string): Promise<Inventory> {
  const script = await readFile(new URL('./inventory.ts', import.meta.url), 'utf8');
  const node = ['--entrypoint', 'node', image, '--input-type=module-typescript', '-'];
  const printed = await docker(['run', '--rm', '-i', '--network', 'none', ...node], {
    input: script,
  });
  return inventory.parse(JSON.parse(printed));
}

/** The document's JSON; the same image gives the same text. */
export function describeImage(found: Inventory, image: { name: string; version: string }): string {
  const root = new Models.Component(Enums.ComponentType.Container, image.name, {
    bomRef: image.name,
    version: image.version,
  });
  const components = [
    component(Enums.ComponentType.Platform, 'node', { version: found.node, purl: 'generic/node' }),
    ...found.npm.map(({ name, version, license }) =>
      component(Enums.ComponentType.Library, name, {
        version,
        purl: `npm/${name.replace('@', '%40')}`,
        license,
      }),
    ),
    ...found.debian.map(({ name, version, architecture }) =>
      component(Enums.ComponentType.Library, name, {
        version,
        purl: `deb/debian/${encodeURIComponent(name)}`,
        qualifier: architecture && `?arch=${architecture}`,
      }),
    ),
  ];
  const unique = new Map(components.map((each) => [each.bomRef.value, each]));
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: root }),
    components: new Models.ComponentRepository(unique.values()),
  });
  const form = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return new Serialize.JsonSerializer(form).serialize(bom, { sortLists: true, space: 2 });
}

interface Part {
  version: string;
  /** Type and name of the package URL. */
  purl: string;
  qualifier?: string | undefined;
  license?: string | undefined;
}

function component(
  type: Enums.ComponentType,
  name: string,
  { version, purl, qualifier = '', license }: Part,
): Models.Component {
  const url = `pkg:${purl}@${encodeURIComponent(version)}${qualifier}`;
  const licenses = new Models.LicenseRepository(license ? [licenseOf(license)] : []);
  return new Models.Component(type, name, { bomRef: url, version, purl: url, licenses });
}

const licenseOf = (name: string): Models.License => {
  const id = SPDX.fixupSpdxId(name);
  if (id) return new Models.SpdxLicense(id);
  return / (OR|AND|WITH) /.test(name)
    ? new Models.LicenseExpression(name)
    : new Models.NamedLicense(name);
};
