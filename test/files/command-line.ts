/** `svc files put`, as a wholesaler types it. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@svc/devnet';
import { runSvc } from '@svc/svc/program';
import { expect, it } from 'vitest';
import { clientsOf } from '../journeys/tenants.ts';
import { type Given, manifest, rowOf } from './channel.ts';

export function commandLine(given: Given): void {
  it('svc files put puts a file, and prints its answers', async () => {
    const { address, port, host, user } = given().server();
    const key = Buffer.from(host.publicKey.split(' ')[1] ?? '', 'base64');
    const digest = createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
    const folder = await mkdtemp(join(tmpdir(), 'typed-'));
    const file = join(folder, 'typed.csv');
    await writeFile(file, manifest(rowOf('TYPED-1'), rowOf('TYPED-2', { totes: '0' })));
    const out: string[] = [];
    const err: string[] = [];
    const typed = (hostKey: string) =>
      runSvc(
        [
          ...['files', 'put', file, '--to', `sftp://demo@${address}:${port}/jhb`],
          ...['--identity', user('demo').privateKeyFile, '--host-key', hostKey],
        ],
        {
          env: {},
          out: (text) => void out.push(text),
          err: (text) => void err.push(text),
          hasColour: false,
          signal: new AbortController().signal,
        },
      );
    expect(await typed('SHA256:another')).toBe(1);
    expect(await typed(`SHA256:${digest}`)).toBe(3);
    expect(err).toContain('typed.csv is there; its answer comes within two minutes');
    const { ref } = await given().onlyBooking('TYPED-1');
    expect(out.join('\n')).toContain(`1,TYPED-1,${ref},`);
    expect(out.join('\n')).toContain('2,TYPED-2,totes,invalid_totes,');
    await rm(folder, { recursive: true });
  });
  it('svc files watch lists the files that came, with how many rows are booked', async () => {
    const { stage, put, answer } = given();
    await put('demo', 'jhb/inbound/watched.csv', manifest(rowOf('WATCHED-1')));
    await answer('demo', 'jhb/outbound/watched.csv.ack');
    const { accounts } = clientsOf(stage, 'ten_demo');
    const client = await accounts.createClient({ name: 'Watcher', scopes: ['jobs:read'] });
    const out: string[] = [];
    const typed = (...args: string[]) =>
      runSvc(['files', 'watch', '--no-follow', ...args], {
        env: {
          SVC_BASE_URL: stage.baseUrl,
          SVC_CLIENT_ID: client.client_id,
          SVC_CLIENT_SECRET: client.client_secret,
        },
        out: (text) => void out.push(text),
        err: (text) => void out.push(text),
        hasColour: false,
        signal: new AbortController().signal,
      });
    const watched = async () => {
      out.length = 0;
      expect(await typed('--json')).toBe(0);
      return out.map((line) => JSON.parse(line)).filter(({ name }) => name === 'watched.csv');
    };
    const isAnswered = async () => (await watched())[0]?.status === 'answered';
    await until(isAnswered, { timeoutMs: 60_000, what: 'the file to be answered' });
    expect(await watched()).toMatchObject([{ dc: 'jhb', rows: { total: 1, booked: 1 } }]);
    out.length = 0;
    expect(await typed('--centre', 'cpt')).toBe(0);
    expect(out.join('\n')).not.toContain('watched.csv');
  });
}
