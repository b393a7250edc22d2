/** `npm run deploy -- upgrade`: processes of an earlier version are replaced by this one's, under load. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliCommand, runCommand } from '@svc/text/command';
import { z } from 'zod';
import { interruption } from '../setup/interruption.ts';
import { runSuite } from '../setup/suite-run.ts';
import { commitOf, describeCommit, extract, installIn } from './release.ts';

const command = {
  name: 'npm run deploy -- upgrade',
  about: `Upgrades a running environment from an earlier commit to the code of this folder, and takes
its processes back, under load: both versions of each role run beside each other. Ends with 0
if no request failed, every event came once and in order, and ledger and chains are right.
It has its own Postgres and nats-server, and leaves nothing behind.`,
  options: {
    from: {
      schema: z.string().default(''),
      value: 'COMMIT',
      about: 'the earlier version; by default the last tag before this commit, else its parent',
    },
    rate: {
      schema: z.coerce.number().int().min(1).max(200).default(20),
      value: 'N',
      about: 'requests a second, 1 to 200; 20 by default',
    },
  },
} satisfies CliCommand;

await runCommand(command, async ({ values }) => {
  const commit = await commitOf(values.from);
  process.stdout.write(`from ${await describeCommit(commit)}\n`);
  const ended = interruption();
  const folder = await mkdtemp(join(tmpdir(), 'svc-upgrade-'));
  try {
    await extract(commit, folder, ended.signal);
    await installIn(folder, ended.signal);
    return await runSuite({
      folder: import.meta.dirname,
      env: { SVC_UPGRADE_FROM: folder, SVC_UPGRADE_RATE: String(values.rate) },
      ended: ended.signal,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
