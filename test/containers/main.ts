/**
 * Builds the image and runs the tests of this folder on it, with the Docker that answers, else with a
 * private one (root only; apt installs it). Says so and ends well where there can be none.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type CliCommand, runCommand } from '@svc/cli';
import { startDocker } from '@svc/devnet';
import { buildImage, root } from '@svc/image/build';
import { z } from 'zod';
import { provideBaseImages } from './base-images.ts';

const command = {
  name: 'npm run test:containers',
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
  const docker = await startDocker({ dir: join(root, '.svc', 'containers') });
  if ('missing' in docker) {
    process.stderr.write(`\n!! test:containers was SKIPPED: ${docker.missing}.\n\n`);
    return 0;
  }
  try {
    if (docker.host) process.env.DOCKER_HOST = docker.host;
    const bases = await provideBaseImages();
    const { bytes } = await buildImage({ tag: image, base: bases.node, network: 'host' });
    process.stdout.write(`${image}: ${Math.round(bytes / 1_000_000)} MB\n`);
    return await runTests(values.only, {
      SVC_IMAGE: image,
      SVC_POSTGRES_IMAGE: bases.postgres,
      SVC_NATS_IMAGE: bases.nats,
      // Its image comes from a registry; a private daemon's containers end with it.
      ...(docker.isPrivate && { TESTCONTAINERS_RYUK_DISABLED: 'true' }),
    });
  } finally {
    await docker.stop();
  }
});

async function runTests(only: string, env: Record<string, string>): Promise<number> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(import.meta.dirname, 'vitest.config.mjs');
  const chosen = only === '' ? [] : ['--testNamePattern', only];
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...chosen], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
