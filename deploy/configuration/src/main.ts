/** `npm run configure`: writes docs/operations/configure.md, or compares it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliCommand, runCommand } from '@svc/cli';
import { z } from 'zod';
import { catalogue, undescribed } from './catalogue.ts';
import { configurePage } from './page.ts';

const path = 'docs/operations/configure.md';
const file = join(import.meta.dirname, '../../..', path);

const command = {
  name: 'npm run configure',
  about: `Writes ${path}, every setting of every role, from the schemas in the code.`,
  options: {
    check: {
      schema: z.boolean().default(false),
      about: 'writes nothing; fails if what is committed differs',
    },
  },
} satisfies CliCommand;

await runCommand(command, async ({ values }) => {
  const entries = catalogue();
  const faults = undescribed(entries);
  const text = configurePage(entries);
  if (values.check && readFileSync(file, 'utf8') !== text) {
    faults.push(`${path} differs from the schemas: npm run configure`);
  }
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  if (!values.check) {
    writeFileSync(file, text);
    console.log(`${path}: ${entries.length} settings`);
  }
  return 0;
});
