/** `npm run test:more -- planted`: proves that the tests catch each planted fault. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, startPostgres } from '@svc/devnet';
import { type CliCommand, runCommand, UsageError } from '@svc/text/command';
import { nearestName } from '@svc/text/nearest-name';
import { interruption } from '../setup/interruption.ts';
import { ramDisk } from '../setup/servers.ts';
import { type Bench, type Catch, catchOf } from './copy.ts';
import type { PlantedFault } from './fault.ts';
import { plantedFaults } from './faults/index.ts';

const command = {
  name: 'npm run test:more -- planted',
  positionals: '[fault …]',
  about: `Plants each fault of test/planted in a copy of the working tree, and runs the tests that ought to
catch it until one fails. Ends with 1 if a fault is uncaught. Without names: all faults, one after
the other, a minute or so each. It has its own Postgres and nats-server, and leaves nothing behind.`,
  options: {},
} satisfies CliCommand;

interface Outcome {
  name: string;
  caught: Catch | undefined;
  seconds: number;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const lineOf = ({ name, caught, seconds }: Outcome): string =>
  caught
    ? `caught    ${name} by ${caught.test} (${seconds} s)\n          ${caught.error}`
    : `UNCAUGHT  ${name} (${seconds} s)`;

await runCommand(command, async ({ positionals }) => {
  const faults = positionals.length > 0 ? positionals.map(faultOf) : plantedFaults;
  const outcomes = await withBench(async (bench) => {
    const found: Outcome[] = [];
    for (const fault of faults) {
      const outcome = await tried(fault, bench);
      found.push(outcome);
      say(lineOf(outcome));
    }
    return found;
  });
  say(`\n| fault | caught by | s |\n|---|---|---|`);
  for (const { name, caught, seconds } of outcomes) {
    say(`| ${name} | ${caught?.test.replaceAll('|', '\\|') ?? '**UNCAUGHT**'} | ${seconds} |`);
  }
  const uncaught = outcomes.filter(({ caught }) => !caught).length;
  say(`\n${outcomes.length - uncaught} of ${outcomes.length} caught`);
  return uncaught > 0 ? 1 : 0;
});

function faultOf(name: string): PlantedFault {
  const found = plantedFaults.find((fault) => fault.name === name);
  if (found) return found;
  const names = plantedFaults.map((fault) => fault.name);
  const near = nearestName(name, names);
  throw new UsageError(`There is no fault "${name}".${near ? ` Did you mean ${near}?` : ''}`);
}

async function tried(fault: PlantedFault, bench: Bench): Promise<Outcome> {
  const startedMs = performance.now();
  const caught = await catchOf(fault, bench);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  return { name: fault.name, caught, seconds };
}

async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const { signal: ended } = interruption();
  const dir = await mkdtemp(join((await ramDisk()) ?? tmpdir(), 'svc-planted-'));
  await chmod(dir, 0o711);
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), durable: false });
  const nats = await startNats({ dir: join(dir, 'nats') });
  const env = {
    SVC_TEST_POSTGRES_URL: postgres.url,
    ...(nats && { SVC_TEST_NATS_URL: nats.url }),
  };
  try {
    return await work({ dir, env, ended });
  } finally {
    await Promise.all([postgres.remove(), nats?.remove()]);
    await rm(dir, { recursive: true, force: true });
  }
}
