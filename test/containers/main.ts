/**
 * Builds the image and runs the tests of this folder on it, with the Docker that answers, else with a
 * private one (root only; apt installs it). Where there can be none it says so, and ends well unless
 * SVC_FORBID_SKIP=1.
 */
import { join } from 'node:path';
import { startDocker } from '@svc/devnet';
import { buildImage, root } from '@svc/image/build';
import { type CliCommand, runCommand } from '@svc/text/command';
import { z } from 'zod';
import { interruption } from '../setup/interruption.ts';
import { runSuite } from '../setup/suite-run.ts';
import { provideBaseImages } from './base-images.ts';
import { provideCompose } from './compose-project.ts';

const command = {
  name: 'npm run test:more -- containers',
  about: 'Builds the image and runs the main journey, restarts, crashes and a restore on it.',
  options: {
    only: {
      schema: z.string().default(''),
      value: 'TEXT',
      about: 'tests with this in their title',
    },
  },
} satisfies CliCommand;

const image = 'svc:test';

await runCommand(command, async ({ values }) => {
  const ended = interruption();
  const docker = await startDocker({ dir: join(root, '.svc', 'containers') });
  if ('missing' in docker) {
    process.stderr.write(`\n!! test:containers was SKIPPED: ${docker.missing}.\n\n`);
    if (process.env.SVC_FORBID_SKIP !== '1') return 0;
    process.stderr.write('SVC_FORBID_SKIP=1 forbids that.\n');
    return 1;
  }
  try {
    if (docker.host) process.env.DOCKER_HOST = docker.host;
    const bases = await ended.race(provideBaseImages(ended.signal));
    const build = { tag: image, base: bases.node, network: 'host' } as const;
    const { bytes } = await ended.race(buildImage(build));
    process.stdout.write(`${image}: ${Math.round(bytes / 1_000_000)} MB\n`);
    return await runSuite({
      folder: import.meta.dirname,
      args: values.only === '' ? [] : ['--testNamePattern', values.only],
      env: {
        SVC_COMPOSE: await provideCompose(),
        SVC_IMAGE: image,
        SVC_POSTGRES_IMAGE: bases.postgres,
        SVC_NATS_IMAGE: bases.nats,
        SVC_RCLONE_IMAGE: bases.rclone,
        SVC_BUCKET_IMAGE: bases.bucket,
        // Its image comes from a registry; a private daemon's containers end with it.
        ...(docker.isPrivate && { TESTCONTAINERS_RYUK_DISABLED: 'true' }),
      },
      ended: ended.signal,
    });
  } finally {
    await docker.stop();
  }
});
