/** Consumers of a stream that was damaged while they were away: they hear of everything, once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NatsServer, startNats, until } from '@svc/devnet';
import { startServices } from '@svc/kit/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { hearingService, notes, notesService } from '../../packages/kit/test/notes.ts';
import { accessStream, type StreamAccess } from './jetstream.ts';
import { type Ledger, notesLedger } from './notes-ledger.ts';

describe.skipIf(!inject('natsUrl'))('a consumer that was away', () => {
  let dir: string;
  let nats: NatsServer | undefined;
  let app: Awaited<ReturnType<typeof startServices>>;
  let stream: StreamAccess;
  let ledger: Ledger;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'svc-faults-consumer-'));
    nats = await startNats({ dir: join(dir, 'nats') });
    if (!nats) throw new Error('nats-server was there a moment ago');
    const env = { SVC_NATS_URL: nats.url, SVC_STREAM_INSPECTION_SECONDS: '0.3' };
    app = await startServices([notesService, hearingService], { env });
    stream = await accessStream(nats.url, `${app.host.config.SVC_NAMESPACE}-notes`);
    ledger = notesLedger(app);
    await ledger.add(5);
    await ledger.settled();
    await app.service('hearing').stopWork();
  });
  afterEach(async () => {
    await stream?.close();
    await app?.stop();
    await nats?.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const comesBack = () => app.service('hearing').startWork({ timers: false });
  const numbersHeard = async (job: string) => {
    const { rows } = await app.owner.query<{ sequence: number }>(
      'select sequence from hearing.heard where job_id = $1 order by sequence',
      [job],
    );
    return rows.map(({ sequence }) => sequence);
  };

  it.each([
    { when: 'before it is back', repaired: true },
    { when: 'after it is back', repaired: false },
  ])('hears what stood in a hole, and what is behind it, repaired $when', async ({ repaired }) => {
    const job_id = 'job_with_a_hole';
    await app.call([notes, 'add'], { text: 'x', job_id, times: 10 }, { tenant: 'ten_a' });
    await app.relayed('notes');
    const last = await stream.lastSequence();
    await stream.deleteMessages([last - 6, last - 5]);
    if (repaired) {
      await until(async () => (await ledger.repeats()) === 2, { timeoutMs: 60_000, what: '2' });
    }
    await comesBack();
    const all = Array.from({ length: 10 }, (_, n) => n + 1);
    await until(async () => (await numbersHeard(job_id)).length === all.length, {
      timeoutMs: 60_000,
      what: 'the events behind the hole',
    });
    expect(await numbersHeard(job_id)).toEqual(all);
    expect(await ledger.repeats()).toBe(2);
    expect((await app.owner.query('select 1 from hearing.parked_event')).rowCount).toBe(0);
  });

  it('hears what had numbers that the stream gave to other events', async () => {
    const snapshot = await stream.snapshot();
    await ledger.add(6);
    await app.relayed('notes');
    await stream.restore(snapshot);
    await comesBack();
    await ledger.add(3);
    await ledger.settled();
    // A look in the middle of the restore finds an empty stream: then all eleven are repeated.
    expect([6, 11]).toContain(await ledger.repeats());
  });
});
