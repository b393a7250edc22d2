/** Commands of the runbooks for `call` and `ops`, each typed beside a running environment. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operatorRole } from '@svc/kit/nats-subjects';
import { environmentVariables } from '@svc/local/settings';
import { runbookBlocks, runbookNames } from '@svc/monitoring/runbooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Given } from './sight.ts';

const entry = fileURLToPath(import.meta.resolve('@svc/process/main'));

/** Stand-in for an id of the reader's own. */
const placeholder = 'evt_01…';

const commands = runbookNames().flatMap((name) =>
  runbookBlocks(name, 'sh')
    .filter((line) => /^(call|ops) /.test(line) && !line.includes(placeholder))
    .map((line) => [name, line] as const),
);

/** Ends the log of the environment: its origin is another one then, and the log halts. */
const endsLog = /^call log\.startAnew /;

export function operatorCommands(given: Given, { ending }: { ending: boolean }): void {
  const wanted = commands.filter(([, line]) => endsLog.test(line) === ending);
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'operator-'));
    // The checkpoint that an operator is told to put there (runbook SvcLogHalted).
    const checkpoint = await fetch(`${given().stage.publicUrl}/log/checkpoint`);
    await writeFile(join(cwd, 'checkpoint'), await checkpoint.text());
  });
  afterAll(() => rm(cwd, { recursive: true }));
  it.each(wanted)('%s: %s is answered', (_name, line) => {
    const { settings } = given().stage;
    const env = {
      ...process.env,
      ...environmentVariables(settings),
      ...settings.ofRole?.(operatorRole),
    };
    const script = ['call', 'ops'].map((name) => `${name}() { "$NODE" "$ENTRY" ${name} "$@"; }`);
    const { stdout, stderr } = spawnSync('sh', ['-c', [...script, line].join('\n')], {
      cwd,
      env: { ...env, NODE: process.execPath, ENTRY: entry },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    // A refusal names what stands against it; a wrong input or command is none.
    if (line.startsWith('call ')) {
      expect(JSON.parse(stdout)).toEqual(
        expect.toSatisfy((reply: object) => 'ok' in reply || 'refused' in reply),
      );
    }
  });
}
