import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { seedCredentials } from '@svc/stack/seed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, startStage } from './environment.ts';

const run = promisify(execFile);
const guide = await readFile(join(import.meta.dirname, '../../docs/telemetry.md'), 'utf8');
const blocks = [...guide.matchAll(/^```(sh|ts)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({
  kind,
  text,
}));

let stage: Stage;
let folder: string;
beforeAll(async () => {
  stage = await startStage();
  folder = await mkdtemp(join(tmpdir(), 'guide-'));
  const { clients } = await seedCredentials(stage.transport, undefined);
  const urls = { live: { base_url: stage.baseUrl }, auth: { auth_url: stage.publicUrl } };
  await writeFile(join(folder, 'dev.json'), JSON.stringify({ ...urls, clients }));
});
afterAll(async () => {
  await stage?.stop();
  await rm(folder, { recursive: true, force: true });
});

const mark = '--- block';

/** All blocks in one shell, as a reader would paste them; those in TypeScript with its variables. */
async function script(): Promise<string> {
  const lines = blocks.map(async ({ kind, text }, i) => {
    if (kind === 'sh') return text;
    const file = join(folder, `block-${i}.ts`);
    await writeFile(file, text);
    return `export BASE TOKEN SECRET DEVICE\nnode ${file}\n`;
  });
  return `set -eu\n${(await Promise.all(lines)).map((text) => `${text}\necho "\n${mark}"\n`).join('')}`;
}

it('every block of the guide does what the guide says', async () => {
  const { stdout } = await run('bash', ['-c', await script()], {
    env: {
      SVC_DATA_DIR: folder,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    },
  });
  const answers = stdout.split(mark).map((text) => text.trim());
  expect(answers).toHaveLength(blocks.length + 1);
  const [, , registered, sent, again, partly, refused, typed, rotated] = answers;
  expect(registered).toContain('"object":"device"');
  expect(sent).toMatch(/"accepted":1,"duplicates":0,"rejected":\[\]/);
  expect(again).toMatch(/"accepted":0,"duplicates":1,"rejected":\[\]/);
  expect(partly).toMatch(
    /"accepted":1,.*\[\{"index":0,"code":"out_of_range"\},\{"index":1,"code":"unknown_device"\}\]/,
  );
  expect(refused?.split('\n')).toEqual(['invalid_signature', 'timestamp_out_of_tolerance']);
  expect(typed).toContain('accepted: 1');
  expect(rotated?.match(/"accepted":1/g)).toHaveLength(2);
});
