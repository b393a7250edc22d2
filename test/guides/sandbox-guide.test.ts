import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@svc/devnet';
import type { Clock } from '@svc/kit/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../journeys/environment.ts';
import { blocksOf, outputOf, stepsIn } from './guide.ts';

const timeoutMs = 60_000;
const published = 'http://127.0.0.1:8081/api/v1';

/** Runs faster than a reader's, so that a minute passes in seconds. */
function fastClock(speed: number): Clock {
  const started = Date.now();
  return { now: () => new Date(started + (Date.now() - started) * speed) };
}

const certificates = `select ref from custody.certificate
  group by ref having count(distinct type) = 2`;

const blocks = await blocksOf('sandbox.md');
const inShell = stepsIn(blocks, 'sh');
const inTypeScript = stepsIn(blocks, 'ts');

describe('the guide to the sandbox', () => {
  let stage: Stage;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'));
    stage = await startStage({ environment: 'sandbox', clock: fastClock(30) });
    await until(async () => (await stage.owner.query(certificates)).rows.length === 3, {
      timeoutMs,
      what: 'the certificates of the samples',
    });
  });
  afterAll(async () => {
    await stage.stop();
    await rm(folder, { recursive: true });
  });

  it('prints with curl what it says, block after block', { timeout: timeoutMs }, async () => {
    expect(inShell.length).toBeGreaterThanOrEqual(5);
    const mark = '--- block ---';
    const script = inShell.map(({ code }) => `${code}\necho '${mark}'\n`).join('');
    const output = await outputOf(
      'bash',
      ['-euo', 'pipefail', '-c', script.replaceAll(published, stage.baseUrl)],
      timeoutMs,
    );
    const printed = output.split(`${mark}\n`).slice(0, -1);
    expect(printed).toEqual(inShell.map(({ prints }) => prints));
  });

  it('prints with TypeScript what it says', async () => {
    expect(inTypeScript).toHaveLength(1);
    for (const { code, prints } of inTypeScript) {
      const file = join(folder, 'guide.ts');
      await writeFile(file, code.replaceAll(published, stage.baseUrl));
      expect(await outputOf(process.execPath, [file], timeoutMs)).toBe(prints);
    }
  });
});
