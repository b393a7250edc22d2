/** A stream that is not what it was: restored, truncated, hollow, purged, created again, or whole. */
import { cp, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NatsServer, startNats, until } from '@svc/devnet';
import { startServices } from '@svc/kit/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { notesService } from '../../packages/kit/test/notes.ts';
import { accessStream, type StreamAccess } from './jetstream.ts';

/** Of restarts with a full outbox; SVC_FAULTS_LONG=1 for as many as a quiet month has. */
const manyRows = process.env.SVC_FAULTS_LONG === '1' ? 100_000 : 3_000;

describe.skipIf(!inject('natsUrl'))('a stream', () => {
  let dir: string;
  let nats: NatsServer;
  let app: Awaited<ReturnType<typeof startServices>>;
  let stream: StreamAccess;
  let written = 0;

  const begin = async (port?: number) => {
    const started = await startNats({ dir: join(dir, 'nats'), ...(port && { port }) });
    if (!started) throw new Error('nats-server was there a moment ago');
    nats = started;
  };
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'svc-faults-stream-'));
    written = 0;
    await begin();
    app = await startServices([notesService], {
      env: { SVC_NATS_URL: nats.url, SVC_STREAM_INSPECTION_SECONDS: '0.3' },
    });
    stream = await accessStream(nats.url, `${app.host.config.SVC_NAMESPACE}-notes`);
  });
  afterEach(async () => {
    await stream?.close();
    await app?.stop();
    await nats?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  /** Events of as many jobs, written as a command does; calls may be cut off by the fault. */
  const write = async (count: number) => {
    await app.owner.query(
      `insert into notes.outbox
         (event_id, tenant_id, job_id, sequence, type, data, internals, created_at)
       select 'evt_' || n, 'ten_a', 'job_' || n, 1, 'note.added',
              json_build_object('text', n::text), '{"length":1}', now()
         from generate_series($1::int, $2::int) n`,
      [written + 1, written + count],
    );
    written += count;
    app.service('notes').runtime.wakeRelay();
  };
  const drained = async () => {
    const isDrained = async () => {
      const { rowCount } = await app.owner.query(
        'select 1 from notes.outbox where published_at is null limit 1',
      );
      return rowCount === 0;
    };
    await until(isDrained, { timeoutMs: 300_000, what: 'the outbox to drain' });
  };
  const add = async (count: number) => {
    await write(count);
    await drained();
  };
  const claims = async () => {
    const { rows } = await app.owner.query<{ event_id: string; stream_seq: string | null }>(
      'select event_id, stream_seq from notes.outbox order by id',
    );
    return rows;
  };
  /** Every event of the outbox is in the stream, under the number that the outbox claims. */
  const isWhole = async () => {
    const held = await stream.eventIds();
    return (await claims()).every((row) => held.get(Number(row.stream_seq)) === row.event_id);
  };
  const becomesWhole = () =>
    until(isWhole, { timeoutMs: 60_000, everyMs: 100, what: 'all events to be in the stream' });
  const lost = async () => {
    const held = new Set((await stream.eventIds()).values());
    return (await claims()).filter(({ event_id }) => !held.has(event_id)).length;
  };
  const repeats = async () => {
    const { rows } = await app.owner.query('select sum(repeats)::int as n from notes.outbox');
    return rows[0]?.n;
  };
  /** Down, changed meanwhile, and back; the relay reconnects. */
  const whileDown = async (change: (folder: string) => Promise<void>, stop = nats.stop) => {
    await stop();
    await change(join(dir, 'nats'));
    await begin(nats.port);
    await until(async () => (await app.host.ready()) && (await stream.isReachable()), {
      timeoutMs: 60_000,
      everyMs: 20,
      what: 'all to be connected again',
    });
  };

  it.each([0, 1, 3, 6, 9])(
    'that is restored from an older snapshot under a connected relay, then gets %i events',
    async (count) => {
      await add(5);
      const snapshot = await stream.snapshot();
      await add(6);
      await stream.restore(snapshot);
      const before = await lost();
      await add(count);
      await becomesWhole();
      const figures = `${before} events lost by the restore, ${await lost()} in the end`;
      process.stdout.write(`restored, ${count} new: ${figures}\n`);
      expect(await lost()).toBe(0);
      // A look in the middle of the restore finds an empty stream: then all eleven are repeated.
      expect([6, 11]).toContain(await repeats());
    },
  );

  it('whose data directory is put back to an older copy', async () => {
    await add(5);
    await whileDown((folder) => cp(folder, join(dir, 'copy'), { recursive: true }));
    await add(6);
    await whileDown(async (folder) => {
      await rm(folder, { recursive: true });
      await cp(join(dir, 'copy'), folder, { recursive: true });
    });
    await add(1);
    await becomesWhole();
    expect(await repeats()).toBe(6);
  });

  it('whose last block is truncated by a crash', async () => {
    await add(300);
    await whileDown(async (folder) => {
      const files = await readdir(folder, { recursive: true });
      const block = join(folder, files.find((file) => file.endsWith('.blk')) ?? '');
      await truncate(block, (await stat(block)).size - 20_000);
    }, nats.kill);
    await becomesWhole();
    expect(await repeats()).toBeGreaterThan(10);
    expect(await repeats()).toBeLessThan(300);
  });

  it.each([
    { where: 'in the middle', numbers: [4, 5, 7] },
    { where: 'at the end', numbers: [9, 10] },
    { where: 'at the start', numbers: [1, 2] },
  ])(
    'that is hollow $where: within the duplicate window, under a connected relay',
    async ({ numbers }) => {
      await add(10);
      await stream.deleteMessages(numbers);
      await becomesWhole();
      expect(await repeats()).toBe(numbers.length);
      // The gap is known now, and not repeated again.
      await add(1);
      expect(await repeats()).toBe(numbers.length);
    },
  );

  it('that is purged is filled again from the outboxes', async () => {
    await add(10);
    await stream.purge();
    await becomesWhole();
    expect(await repeats()).toBe(10);
  });

  it('that is deleted and created again', async () => {
    await add(10);
    await stream.remove();
    await app.host.bus.assertStream('notes');
    await add(2);
    await becomesWhole();
    expect(await repeats()).toBe(10);
  });

  it('whose data is gone', async () => {
    await add(10);
    await whileDown((folder) => rm(folder, { recursive: true }));
    await becomesWhole();
    expect(await repeats()).toBe(10);
  });

  it('keeps what was deleted on purpose deleted, when its claim was cleared first', async () => {
    await add(3);
    await app.owner.query('update notes.outbox set stream_seq = null where stream_seq = 2');
    await stream.deleteMessages([2]);
    await add(1);
    expect([...(await stream.eventIds()).keys()]).toEqual([1, 3, 4]);
    expect(await repeats()).toBe(0);
  });

  it('that a restart leaves whole: nothing is repeated, and a new event arrives at once', async () => {
    await add(manyRows);
    for (let restart = 0; restart < 3; restart += 1) await whileDown(async () => undefined);
    const back = performance.now();
    await add(1);
    const ms = Math.round(performance.now() - back);
    process.stdout.write(
      `restart with ${manyRows} events: a new one in the stream after ${ms} ms\n`,
    );
    expect(await repeats()).toBe(0);
    expect(await stream.lastSequence()).toBe(manyRows + 1);
  }, 400_000);

  it('that lost everything gets new events before repeats', async () => {
    await add(manyRows);
    await stream.remove();
    const lostAt = performance.now();
    await write(1);
    const newest = () =>
      app.owner.query<{ stream_seq: string | null }>(
        'select stream_seq from notes.outbox order by id desc limit 1',
      );
    await until(async () => (await newest()).rows[0]?.stream_seq, {
      timeoutMs: 60_000,
      what: 'the new event to be in the stream',
    });
    const ms = Math.round(performance.now() - lostAt);
    process.stdout.write(
      `all of ${manyRows} events lost: a new one in the stream after ${ms} ms\n`,
    );
    expect(Number((await newest()).rows[0]?.stream_seq)).toBeLessThan(1_000);
    await until(async () => (await repeats()) === manyRows, {
      timeoutMs: 60_000,
      what: 'the repair',
    });
    await drained();
  }, 400_000);
});
