/** docs/wholesale.md, pasted into a shell as it stands. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seedCredentials } from '@svc/stack/seed';
import { sftpAccess } from '@svc/stack/sftp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Channel, startChannel } from './channel.ts';

const root = join(import.meta.dirname, '../..');
/** Code blocks of the guide, with what kind of text they are. */
const fences = /^```(sh|text)\n(.*?)^```$/gms;

/** `…` stands for anything within a line. */
const patternOf = (text: string): RegExp =>
  new RegExp(text.split('…').map(RegExp.escape).join('[^\\n]*'));

type Printed = { stdout: string; stderr: string };

describe.skipIf(!inject('hasSshd'))('the guide for wholesalers', () => {
  let channel: Channel;
  let dir: string;
  beforeAll(async () => {
    channel = await startChannel();
    dir = await mkdtemp(join(tmpdir(), 'guide-'));
    await mkdir(join(dir, 'sftp'));
    await writeFile(join(dir, 'dev.json'), JSON.stringify(await devFile(channel, dir)));
  });
  afterAll(async () => {
    await channel?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('says what happens', async () => {
    const guide = await readFile(join(root, 'docs/wholesale.md'), 'utf8');
    const blocks = [...guide.matchAll(fences)].map(([, kind, text = '']) => ({ kind, text }));
    const shell = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
    const said = blocks.filter(({ kind }) => kind === 'text').map(({ text }) => text);
    expect([shell.length, said.length]).toEqual([4, 3]);
    const script = shell.join('\n').replaceAll(/\.svc\/|\/tmp\//g, `${dir}/`);
    const pasted = promisify(execFile)('bash', ['-euc', script], {
      cwd: root,
      env: { ...process.env, SVC_DATA_DIR: dir, TMPDIR: dir },
      timeout: 240_000,
    });
    const { stdout } = await pasted.catch(async ({ stdout: printed, stderr }: Printed) => {
      const files = await channel.desk.files.list({ limit: 100 });
      throw new Error(`it printed ${printed}${stderr}; files: ${JSON.stringify(files)}`);
    });
    for (const text of said) expect(stdout).toMatch(patternOf(text));
  }, 250_000);
});

async function devFile({ stage, server }: Channel, dir: string) {
  const { clients } = await seedCredentials(stage.transport, undefined);
  return {
    live: { base_url: stage.baseUrl },
    auth: { auth_url: stage.publicUrl },
    clients,
    sftp: await sftpAccess(server(), join(dir, 'sftp')),
  };
}
