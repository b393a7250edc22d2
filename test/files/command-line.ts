/** `svc files put`, as a wholesaler types it. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSvc } from '@svc/svc/program';
import { expect, it } from 'vitest';
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
    const typed = (hostKey: string) =>
      runSvc(
        [
          ...['files', 'put', file, '--to', `sftp://demo@${address}:${port}/jhb`],
          ...['--identity', user('demo').privateKeyFile, '--host-key', hostKey],
        ],
        {
          env: {},
          out: (text) => void out.push(text),
          err: () => undefined,
          hasColour: false,
          signal: new AbortController().signal,
        },
      );
    expect(await typed('SHA256:another')).toBe(1);
    expect(await typed(`SHA256:${digest}`)).toBe(3);
    const { ref } = await given().onlyBooking('TYPED-1');
    expect(out.join('\n')).toContain(`1,TYPED-1,${ref},`);
    expect(out.join('\n')).toContain('2,TYPED-2,totes,invalid_totes,');
    await rm(folder, { recursive: true });
  });
}
