/**
 * A log in a process of its own, on real Postgres behind a gate, with a witness; and what holds for its
 * tables whatever was killed: no fork, no lost entry, no entry twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, freePort, startChild, until } from '@svc/devnet';
import { createTestDatabase } from '@svc/kit/testing/database';
import { logService } from '@svc/log/service';
import { utf8 } from '@svc/proof/log/bytes';
import { hashLeaf } from '@svc/proof/log/merkle';
import {
  cosignatureType,
  formatVkey,
  generateSecret,
  type NoteKey,
  parseSecret,
  parseVkey,
} from '@svc/proof/log/note-key';
import { logEntryText } from '@svc/proof/verify/log-entry';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { type StatementGate, startGate } from './statement-gate.ts';
import { storedLog } from './stored-log.ts';

const secret = 'a secret for tests only, 32 chars or more';
const program = fileURLToPath(new URL('./sequencer.ts', import.meta.url));
const deadline = { timeoutMs: 60_000 };

export type FaultedLog = Awaited<ReturnType<typeof createFaultedLog>>;

export async function createFaultedLog() {
  const folder = await mkdtemp(join(tmpdir(), 'log-faults-'));
  const adminUrl = inject('postgresUrl');
  const database = await createTestDatabase({ adminUrl, services: [logService], secret });
  const gate = await startGate(database.url, 'log:write');
  const owner = new Pool({ connectionString: database.url, max: 3 });
  owner.on('error', () => undefined);
  const witnessPort = await freePort();
  const witnessSecret = await generateSecret('hospital.example/w', cosignatureType);
  const vkey = formatVkey((await parseSecret(witnessSecret)).key);
  const stored = storedLog(owner);
  const children: Child[] = [];
  const gates: StatementGate[] = [gate];
  const start = async (through = gate): Promise<Child> => {
    const child = await startChild({
      command: process.execPath,
      args: [program],
      env: {
        ...process.env,
        ...database.env(through.url),
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        SVC_SECRET: secret,
        SVC_NAMESPACE: database.name,
        SVC_PUBLIC_URL: 'https://svc.example',
        SVC_LOG_POLL_MS: '20',
        SVC_LOG_WITNESSES: `${vkey} http://127.0.0.1:${witnessPort}`,
        SVC_LOG_LEVEL: 'error',
      },
      logFile: join(folder, `sequencer-${children.length}.log`),
      ready: (output) => output.includes('sequencer ready'),
      readyTimeoutMs: 60_000,
    });
    children.push(child);
    return child;
  };
  let submitted = 0;
  return {
    folder,
    gate,
    owner,
    stored,
    witnessPort,
    witnessSecret,
    start,
    /** A second way to the same database, for a second process. */
    secondGate: async () => {
      const second = await startGate(database.url, 'log:write');
      gates.push(second);
      return second;
    },
    logKey: async (): Promise<NoteKey> => {
      const { rows } = await owner.query('select vkey from log.tree');
      return parseVkey(rows[0]?.vkey);
    },
    submitted: () => submitted,
    submit: async (count: number) => {
      await insertEntries(owner, submitted, count);
      submitted += count;
    },
    /** Resolves when the newest checkpoint covers all entries, is published, and is cosigned if wanted. */
    settled: ({ isCosigned = true } = {}) =>
      until(
        async () => {
          const { size, isPublished, cosignatures } = await stored.newest();
          return size === submitted && isPublished && (!isCosigned || cosignatures === 1);
        },
        { ...deadline, what: `a published checkpoint of ${submitted} entries` },
      ),
    /** Resolves when Postgres has rolled back, or committed, what a killed process had under way. */
    quiet: () =>
      until(
        async () => {
          const { rows } = await owner.query(
            `select 1 from pg_stat_activity
            where datname = current_database() and application_name like 'log:%'`,
          );
          return rows.length === 0;
        },
        { ...deadline, what: 'the connections of the killed process to end' },
      ),
    stop: async () => {
      await Promise.all(children.map((child) => child.kill()));
      await Promise.all(gates.map((each) => each.close()));
      await owner.end();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** As the log's reaction stores them, at once. */
async function insertEntries(owner: Pool, first: number, count: number): Promise<void> {
  const bodies = Array.from({ length: count }, (_, n) => entryText(first + n));
  const hashes = bodies.map((body) => Buffer.from(hashLeaf(utf8(body))));
  await owner.query(
    `insert into log.entry (leaf_hash, body, submitted_at)
     select leaf_hash, body, now() from unnest($1::bytea[], $2::text[]) as made (leaf_hash, body)`,
    [hashes, bodies],
  );
}

const entryText = (n: number): string =>
  logEntryText({
    v: 1,
    type: 'certificate',
    certificate: `sha256:${n.toString(16).padStart(64, '0')}`,
    at: '2026-11-02T08:00:00.000Z',
  });
