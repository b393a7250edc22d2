/** `npm run kubernetes`: writes the manifests, or compares them with what is committed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CliCommand, runCommand } from '@svc/cli';
import { z } from 'zod';
import { committed, root, stale } from './committed.ts';
import { layout } from './layout.ts';

const command = {
  name: 'npm run kubernetes',
  about: 'Writes deploy/kubernetes/{base,components,overlays} from the description in src.',
  options: {
    check: {
      schema: z.boolean().default(false),
      about: 'writes nothing; fails if what is committed differs',
    },
  },
} satisfies CliCommand;

await runCommand(command, async ({ values }) => {
  const files = layout();
  const different = stale(files);
  if (values.check) {
    for (const path of different) console.error(`${path} differs from the description`);
    return different.length > 0 ? 1 : 0;
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const left = [...committed().keys()].filter((path) => !files.has(path));
  for (const path of left) console.error(`${path} is no longer described; remove it`);
  console.log(`${files.size} files, ${different.length} changed`);
  return left.length > 0 ? 1 : 0;
});
