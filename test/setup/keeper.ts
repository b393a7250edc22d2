import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installNats, startNats, startPostgres } from '@svc/devnet';
import { signal } from '@svc/devnet/processes';
import { findProcesses } from './leftovers.ts';
import { findPrograms } from './programs.ts';

// A process of its own holds the suite's servers, for the suite can be ended in ways that leave
// it no time to clean up (Ctrl-C, kill -9). Its standard input closes with the suite, always.
const dir = process.argv[2];
if (dir === undefined) throw new Error('usage: keeper.ts <folder>');

const postgres = process.env.SVC_TEST_POSTGRES_URL
  ? undefined
  : await startPostgres({ dir: join(dir, 'postgres'), durable: false });
const nats = process.env.SVC_TEST_NATS_URL ? undefined : await findNats(join(dir, 'nats'));
const urls = {
  postgresUrl: process.env.SVC_TEST_POSTGRES_URL ?? postgres?.url,
  natsUrl: process.env.SVC_TEST_NATS_URL ?? nats?.url,
  ...(await findPrograms()),
};
// The suite may have died by now; then there is nobody to tell, but still something to clean up.
process.stdout.on('error', () => undefined);
console.log(JSON.stringify(urls));

const goodbye = await text(process.stdin);
await Promise.all([postgres?.remove(), nats?.remove()]);
if (goodbye === '') {
  for (const { pid } of findProcesses(dir)) signal(pid, 'SIGKILL');
  await rm(dir, { recursive: true, force: true });
}

async function findNats(folder: string) {
  const found = await startNats({ dir: folder });
  if (found !== undefined || !(await installNats())) return found;
  return startNats({ dir: folder });
}
