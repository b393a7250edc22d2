/**
 * Audits a transparency log:
 *
 *     npm run proof -- audit --log https://api.example.com/log --state audit
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CliCommand, runCommand } from '@svc/text/command';
import { z } from 'zod';
import { formatVkey, type NoteKey, parseVkey } from '../log/note-key.ts';
import { parsePolicy } from '../log/policy.ts';
import { auditLog } from './audit.ts';
import { readChains, readCheckpoint } from './given-files.ts';
import { httpFiles } from './log-files.ts';

const command = {
  name: 'npm run proof -- audit',
  about: `Reads a whole transparency log, computes its root from the entries, and holds it against every
checkpoint that was kept and against chains of custody, both ways. Ends with 0 for a clean log, with 1 for
one that contradicts itself or a chain, that did not sign a checkpoint that was kept, or that cannot be
read; says which. With 2 where a file given to it is not what it should be: nothing was audited then.`,
  options: {
    log: { schema: z.url(), value: 'URL', about: 'of the log, e.g. https://api.example.com/log' },
    'log-key': {
      schema: z.string().optional(),
      value: 'VKEY',
      about: 'key of the log (default: what the log itself says)',
    },
    state: {
      schema: z.string().optional(),
      value: 'DIR',
      about: 'keeps each checkpoint here, and compares with all that are here',
    },
    since: {
      schema: z.array(z.string()).default([]),
      value: 'FILE',
      about: 'a checkpoint from elsewhere, e.g. of a witness or out of a bundle',
      multiple: true,
    },
    chains: {
      schema: z.string().optional(),
      value: 'PATH',
      about: 'a custody bundle, or a folder of them (GET /v1/jobs/{id}/custody/bundle)',
    },
  },
} satisfies CliCommand;

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(command, async ({ values }) => {
  const files = httpFiles(values.log);
  const key = await keyOf(values['log-key'], files.policy);
  const { state } = values;
  const keptFiles = state === undefined ? [] : await checkpointsIn(state);
  const kept = await Promise.all(
    [...keptFiles, ...values.since].map((file) => readCheckpoint(file, key)),
  );
  const chains = values.chains === undefined ? [] : await readChains(values.chains);
  const report = await auditLog({ files, key, kept, chains });
  const { origin, size } = report.checkpoint.checkpoint;
  say(`log          ${origin}, ${size} entries`);
  say(`checkpoints  ${report.compared} compared`);
  say(`chains       ${report.chains} compared`);
  for (const finding of report.findings) say(`finding      ${finding}`);
  say(
    report.findings.length > 0 ? 'CONTRADICTED: see the findings.' : 'CLEAN: nothing contradicts.',
  );
  if (report.findings.length > 0) return 1;
  if (state !== undefined) {
    await writeFile(join(state, `${String(size).padStart(16, '0')}.checkpoint`), report.text);
  }
  return 0;
});

async function keyOf(given: string | undefined, policy: () => Promise<string>): Promise<NoteKey> {
  if (given !== undefined) return parseVkey(given);
  const [log, ...more] = parsePolicy(await policy()).logs;
  if (!log || more.length > 0)
    throw new Error('The log names not exactly one key: give --log-key.');
  say(`key          ${formatVkey(log.key)}, on the word of the log itself`);
  return log.key;
}

async function checkpointsIn(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.checkpoint')).map((name) => join(folder, name));
}
