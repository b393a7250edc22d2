/**
 * Builds the image that every role runs from, writes its SBOM beside it and says its size.
 *
 *     npm run deploy -- image --tag registry.example.org/svc:0.1.0
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CliCommand, runCommand } from '@svc/text/command';
import { z } from 'zod';
import { buildImage, root } from './build.ts';
import { hasDaemon } from './docker.ts';
import { describeImage, readInventory } from './sbom.ts';

const command = {
  name: 'npm run deploy -- image',
  about: `Builds the image of all roles with the docker command, from deploy/Dockerfile, and writes its
SBOM (CycloneDX) into .svc/image. DOCKER_HOST names another daemon.`,
  options: {
    tag: {
      schema: z.string().min(1).default('svc:dev'),
      value: 'NAME',
      about: 'name of the image',
    },
    base: {
      schema: z.string().min(1).optional(),
      value: 'NAME',
      about: 'another base than the one pinned in the Dockerfile',
    },
    fresh: { schema: z.boolean().default(false), about: 'builds every step anew' },
  },
} satisfies CliCommand;

await runCommand(command, async ({ values }) => {
  if (!(await hasDaemon())) throw new Error('No Docker answers: start it, or set DOCKER_HOST.');
  const image = await buildImage(values);
  const [name = values.tag, version = 'latest'] = basename(values.tag).split(':');
  const folder = join(root, '.svc', 'image');
  const file = join(folder, `${name}-${version}.cdx.json`);
  const found = await readInventory(image.tag);
  await mkdir(folder, { recursive: true });
  await writeFile(file, describeImage(found, { name, version }));
  const megabytes = (image.bytes / 1_000_000).toFixed(0);
  process.stdout.write(
    `${image.tag}: ${megabytes} MB, ${found.npm.length} packages of npm, ` +
      `${found.debian.length} of Debian, Node ${found.node}\n${image.id}\n${file}\n`,
  );
  return 0;
});
