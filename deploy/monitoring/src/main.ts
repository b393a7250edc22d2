/** `npm run monitoring`: writes metrics page, rules and dashboards, or compares them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CliCommand, runCommand } from '@svc/cli';
import { z } from 'zod';
import { layout, root, stale } from './layout.ts';

const command = {
  name: 'npm run monitoring',
  about:
    'Writes docs/operations/metrics.md and deploy/monitoring/{rules,dashboards} from the code.',
  options: {
    check: {
      schema: z.boolean().default(false),
      about: 'writes nothing; fails if what is committed differs',
    },
  },
} satisfies CliCommand;

await runCommand(command, async ({ values }) => {
  const files = layout();
  if (values.check) {
    const different = stale(files);
    for (const path of different) console.error(`${path} differs from the code`);
    return different.length > 0 ? 1 : 0;
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${files.size} files`);
  return 0;
});
