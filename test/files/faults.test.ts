/** Faults of processes and servers: each order is booked once, and the answer comes in the end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canMount, type SmallDisk, startSmallDisk, until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Channel, manifest, rowOf, startChannel } from './channel.ts';
import { holdStep, steps } from './slow-channel.ts';

const canRun = inject('hasSshd') && inject('natsUrl') !== undefined;
const small = 64 * 1024;
const mayMount = await canMount();

describe.skipIf(!canRun)('the file channel outlives', () => {
  let channel: Channel;
  let dir: string;
  let disk: SmallDisk | undefined;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'files-disk-'));
    if (mayMount) disk = await startSmallDisk(dir, 8 * 1024 * 1024);
    channel = await startChannel({
      topology: 'a process per service',
      env: { SVC_FILES_URL: pathToFileURL(dir).href },
      processes: ['accounts', 'pricing', 'jobs', 'files'],
      smallFolders: { 'demo/cpt/outbound': small },
    });
  });
  afterAll(async () => {
    await channel?.stop();
    await disk?.remove();
    await rm(dir, { recursive: true, force: true });
  });

  const orders = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
  const expectOnce = async (names: readonly string[], ack: string) => {
    for (const name of names) {
      const { ref } = await channel.onlyBooking(name);
      expect(ack).toContain(`,${name},${ref},`);
    }
    expect(ack.trim().split('\n')).toHaveLength(names.length + 1);
  };

  it.each(steps)('kill -9 while a file is %s', async (step) => {
    const held = await holdStep(channel.stage.owner, step);
    const names = orders(`K-${step}`, 150);
    const name = `kill-${step}.csv`;
    await channel.put('demo', `jhb/inbound/${name}`, manifest(...names.map((n) => rowOf(n))));
    await held.reached();
    await channel.stage.kill('files');
    await held.release();
    await channel.stage.start('files', {});
    // Claims of the dead end after half a minute.
    await channel.expire();
    const ack = await channel.answer('demo', `jhb/outbound/${name}.ack`);
    await expectOnce(names, ack);
    expect(await channel.read('demo', `jhb/outbound/${name}.err`)).toBeUndefined();
  });

  it('two replicas that see a hundred files at once', async () => {
    await channel.stage.start('files#2', {});
    const names = orders('R', 100);
    for (const name of names) {
      await channel.put('demo', `jhb/inbound/${name}.csv`, manifest(rowOf(name)));
    }
    for (const name of names) {
      await expectOnce([name], await channel.answer('demo', `jhb/outbound/${name}.csv.ack`));
    }
    // The step is written once the answer is placed.
    const areAnswered = async () => {
      const { rows } = await channel.stage.owner.query(
        `select count(*)::int as n from files.file where name like 'R-%' and step = 'answered'`,
      );
      return rows[0].n === names.length;
    };
    await until(areAnswered, { timeoutMs: 60_000, what: 'a hundred answered files' });
  });

  it('an SFTP server that goes away with rows half booked', async () => {
    const held = await holdStep(channel.stage.owner, 'booking');
    const names = orders('S', 150);
    await channel.put('demo', 'jhb/inbound/gone.csv', manifest(...names.map((n) => rowOf(n))));
    await held.reached();
    await channel.cut();
    await held.release();
    const failed = async () => (await channel.fileNamed('gone.csv')).attempts > 0;
    await until(failed, { timeoutMs: 60_000, what: 'an answer that cannot be placed' });
    expect(await channel.read('demo', 'jhb/outbound/gone.csv.ack')).toBeUndefined();
    await channel.restore();
    await expectOnce(names, await channel.answer('demo', 'jhb/outbound/gone.csv.ack'));
  });

  it('a full disk, without half an answer', async () => {
    // The folder lies in the server's own name space: only its users see how full it is.
    await channel.put('demo', 'cpt/inbound/.filler', 'x'.repeat(small));
    await channel
      .sftp('demo', `put ${channel.path('demo', 'cpt/inbound/.filler')} /cpt/outbound/filler`)
      .catch(() => undefined);
    const names = orders('F', 3);
    await channel.put('demo', 'cpt/inbound/full.csv', manifest(...names.map((n) => rowOf(n))));
    const failed = async () => (await channel.fileNamed('full.csv')).attempts > 0;
    await until(failed, { timeoutMs: 60_000, what: 'an answer that does not fit' });
    expect(await channel.sftp('demo', 'ls -1 /cpt/outbound')).not.toMatch(/full\.csv\.ack$/m);
    await channel.sftp('demo', 'rm /cpt/outbound/filler');
    const there = async () => (await channel.sftp('demo', 'ls -1 /cpt/outbound')).includes('.ack');
    await until(there, { timeoutMs: 60_000, everyMs: 500, what: 'the .ack' });
    const copy = channel.path('demo', 'full.ack');
    await channel.sftp('demo', `get /cpt/outbound/full.csv.ack ${copy}`);
    await expectOnce(names, (await channel.read('demo', 'full.ack')) ?? '');
    await rm(copy);
  });

  it.skipIf(!mayMount)('a full file storage: a file is read when there is room', async () => {
    await disk?.fill();
    const names = orders('D', 3);
    await channel.put('demo', 'jhb/inbound/disk.csv', manifest(...names.map((n) => rowOf(n))));
    const failed = async () => (await channel.fileNamed('disk.csv')).attempts > 0;
    await until(failed, { timeoutMs: 60_000, what: 'a file that cannot be stored' });
    expect((await channel.fileNamed('disk.csv')).step).toBe('reading');
    expect(await channel.read('demo', 'jhb/outbound/disk.csv.err')).toBeUndefined();
    await disk?.drain();
    await expectOnce(names, await channel.answer('demo', 'jhb/outbound/disk.csv.ack'));
  });
});
