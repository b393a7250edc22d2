/** A stream without room: its own limits, the account's, the server's, and a full disk of NATS. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount, type NatsServer, type SmallDisk, startNats, startSmallDisk } from '@svc/devnet';
import { startServices } from '@svc/kit/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { hearingService, notes, notesService } from '../../packages/kit/test/notes.ts';
import { accessStream } from './jetstream.ts';
import { type Ledger, notesLedger } from './notes-ledger.ts';

const mayMount = await canMount();
/** Of a disk on which nats-server starts and some hundred events fit. */
const diskBytes = 8 * 2 ** 20;

describe.skipIf(!inject('natsUrl'))('a stream without room', () => {
  let dir: string;
  let nats: NatsServer;
  let disk: SmallDisk | undefined;
  let app: Awaited<ReturnType<typeof startServices>>;
  let ledger: Ledger;

  const startServer = async (config = '', port?: number) => {
    const started = await startNats({ dir: join(dir, 'nats'), config, ...(port && { port }) });
    if (!started) throw new Error('nats-server was there a moment ago');
    nats = started;
  };
  const startApp = async () => {
    const env = { SVC_NATS_URL: nats.url, SVC_STREAM_INSPECTION_SECONDS: '0.3' };
    app = await startServices([notesService, hearingService], { env });
    ledger = notesLedger(app);
  };
  const restart = async (config?: string) => {
    await nats.stop();
    await startServer(config, nats.port);
  };
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'svc-faults-full-'));
  });
  afterEach(async () => {
    await app?.stop();
    await nats?.stop();
    await disk?.remove();
    disk = undefined;
    await rm(dir, { recursive: true, force: true });
  });

  const stream = () => accessStream(nats.url, `${app.host.config.SVC_NAMESPACE}-notes`);
  const limit = async (limits: { max_msgs?: number; max_bytes?: number }) => {
    const access = await stream();
    await access.limit(limits);
    await access.close();
  };
  /** Jetstream's room as the server's or the account's; the later block of two is the valid one. */
  const ofServer = (size: string) =>
    `jetstream { store_dir: "${join(dir, 'nats')}", max_file_store: ${size} }`;
  const ofAccount = (size: string) => `
    accounts { APP { jetstream { max_file: ${size} }, users: [{ user: app, password: app }] } }
    no_auth_user: app`;

  /** Commands go on while it is full; afterwards everything is heard, without a further command. */
  const survives = async (makeRoom: () => Promise<void>) => {
    expect(await ledger.add(60)).toBe(60);
    await ledger.says('full');
    expect(await ledger.waiting()).toBeGreaterThan(0);
    expect(await app.host.ready()).toBe(true);
    // Also while the relay tries again and again.
    expect(await ledger.add(5)).toBe(5);
    await makeRoom();
    await ledger.settled();
    expect(await ledger.repeats()).toBe(0);
  };

  it.each([
    { what: 'messages', full: { max_msgs: 25 }, roomy: { max_msgs: -1 } },
    { what: 'bytes', full: { max_bytes: 10_000 }, roomy: { max_bytes: -1 } },
  ])('of its own, by $what, waits and goes on', async ({ full, roomy }) => {
    await startServer();
    await startApp();
    await ledger.add(20);
    await ledger.settled();
    await limit(full);
    await survives(() => limit(roomy));
  });

  it.each([
    { what: 'server', config: ofServer },
    { what: 'account', config: ofAccount },
  ])('of its $what waits, and goes on when that has more', async ({ config }) => {
    await startServer(config('10KB'));
    await startApp();
    await survives(() => restart(config('10MB')));
  });

  it.skipIf(!mayMount)(
    'on its disk waits, and goes on when NATS is restarted with more',
    async () => {
      disk = await startSmallDisk(join(dir, 'nats'), diskBytes);
      await startServer();
      await startApp();
      await ledger.add(20);
      await ledger.settled();
      await disk.fill();
      expect(await ledger.add(60)).toBe(60);
      await ledger.says('(full|failed)');
      expect(await app.host.ready()).toBe(true);
      expect(await ledger.figure('svc_outbox_pending_events')).toBeGreaterThan(0);
      expect(await ledger.figure('svc_collector_up')).toBe(1);
      await disk.drain();
      // nats-server 2.9 hangs by then, and does not end when asked to.
      await nats.kill();
      await startServer('', nats.port);
      await ledger.settled();
    },
  );

  it('a lost event would be noticed', async () => {
    await startServer();
    await startApp();
    await ledger.add(3);
    await ledger.settled();
    await app.owner.query("delete from hearing.heard where job_id = 'job_2'");
    expect(await ledger.unheard()).toEqual(['job_2']);
    expect(await app.outbox(notes.name)).toHaveLength(3);
  });
});
