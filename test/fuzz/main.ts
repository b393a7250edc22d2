/** `npm run test:more -- fuzz`: hostile bytes for every parser that strangers reach. Ends by itself. */

import { runTarget } from '@svc/devnet/fuzz/run';
import { type CliCommand, runCommand, UsageError } from '@svc/text/command';
import { nearestName } from '@svc/text/nearest-name';
import { z } from 'zod';
import { places as all } from './rooms.ts';

const command = {
  name: 'npm run test:more -- fuzz',
  about: `Throws broken input at every parser that strangers reach, then the largest that is let in. Fails when
one throws what it does not declare, takes more than its share of time, or runs out of memory.

Without --target: all of them, one after the other. --seed repeats a run.`,
  options: {
    target: {
      schema: z.array(z.string()).default([]),
      value: 'NAME',
      about: 'only this one, e.g. kit/json; --target list names them all',
      multiple: true,
    },
    seconds: {
      schema: z.coerce.number().positive().max(86_400).default(10),
      value: 'N',
      about: 'for each target (default 10)',
    },
    seed: {
      schema: z.coerce.number().int().optional(),
      value: 'S',
      about: 'of the inputs (default: by the clock)',
    },
  },
} satisfies CliCommand;

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(command, async ({ values }) => {
  const names = all.map(({ name }) => name);
  if (values.target.includes('list')) {
    say(names.join('\n'));
    return 0;
  }
  const unknown = values.target.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, names);
    throw new UsageError(`There is no target "${unknown}".${near ? ` Did you mean ${near}?` : ''}`);
  }
  const { seconds, seed = Date.now() % 2 ** 31 } = values;
  say(`seed ${seed}, ${seconds} s for each target`);
  const chosen = all.filter(
    ({ name }) => values.target.length === 0 || values.target.includes(name),
  );
  let failed = 0;
  for (const { name, module } of chosen) {
    const report = await runTarget(module, name, { seed, seconds });
    if (report.fault !== undefined) failed += 1;
    const { slowest } = report;
    const largest = slowest && `largest ${slowest.wholeMs.toFixed(0)} ms (${slowest.input})`;
    const details = [`${report.inputs} inputs`, largest, `${report.seconds.toFixed(1)} s`];
    say(`${report.fault ? 'FAILS' : 'holds'}  ${name}: ${details.filter(Boolean).join(', ')}`);
    if (report.fault) say(report.fault.replace(/^/gm, '       '));
  }
  say(failed > 0 ? `${failed} of ${chosen.length} fail` : `all ${chosen.length} hold`);
  return failed > 0 ? 1 : 0;
});
