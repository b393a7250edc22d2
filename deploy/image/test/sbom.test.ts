import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import { describeImage } from '../src/sbom.ts';

const found = {
  node: '24.21.0',
  npm: [
    { name: '@fastify/error', version: '4.2.0', license: 'MIT' },
    { name: 'dual', version: '1.0.0', license: '(MIT OR Apache-2.0)' },
    { name: 'odd', version: '2.0.0', license: 'SEE LICENSE IN COPYING' },
    { name: 'bare', version: '3.0.0' },
    { name: 'bare', version: '3.0.0' },
  ],
  debian: [{ name: 'libstdc++6', version: '12.2.0-14+deb12u1', architecture: 'amd64' }],
};
const text = describeImage(found, { name: 'svc', version: '0.1.0' });
const faultsOf = async (document: string) =>
  JSON.stringify(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(document));

describe('an SBOM', () => {
  it('is valid CycloneDX 1.6, and a mistake in it would be found', async () => {
    expect(await faultsOf(text)).toBe('null');
    const wrong = text.replace('"type": "container"', '"type": "vessel"');
    expect(await faultsOf(wrong)).toContain('/metadata/component/type');
  });

  it('names each component once, by its package URL', () => {
    const { components }: { components: { purl: string }[] } = JSON.parse(text);
    expect(components.map(({ purl }) => purl).toSorted()).toEqual([
      'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64',
      'pkg:generic/node@24.21.0',
      'pkg:npm/%40fastify/error@4.2.0',
      'pkg:npm/bare@3.0.0',
      'pkg:npm/dual@1.0.0',
      'pkg:npm/odd@2.0.0',
    ]);
  });
});
