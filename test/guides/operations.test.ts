/** Commands of the operator's pages, each block pasted into a shell beside a running `npm start`. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patternOf, stepsOf } from './guide.ts';
import { type NpmStart, npmStart, root, typed } from './npm-start.ts';

const pages = [
  ...['README', 'install', 'incident-drills', 'dead-letters', 'erase-a-person', 'move-a-tenant'],
  ...['scale', 'upgrade'],
];
const blockMs = 120_000;

let stack: NpmStart;
beforeAll(async () => {
  stack = await npmStart({ SVC_NATS: 'in-process' });
});
afterAll(() => stack?.stop());

const run = (code: string, env: Record<string, string> = {}) =>
  typed('sh', ['-euc', code], { env: { ...stack.env, ...env }, timeoutMs: blockMs });

describe.each(pages)('docs/operations/%s.md', (page) => {
  it('has commands that do what it says', async () => {
    const steps = await stepsOf(`operations/${page}.md`);
    expect(steps.length).toBeGreaterThan(0);
    for (const { code, prints } of steps) {
      const {
        code: exit,
        stdout,
        stderr,
      } = await run(code, {
        JOB: 'job_01KAK7QW3ZC5V8M2N4P6R8T0XA',
        USER: 'usr_01KAK7QW3ZC5V8M2N4P6R8T0XA',
        TENANT: 'ten_demo',
      });
      if (page === 'erase-a-person') {
        const refused = { code: code.includes('$JOB') ? 'job_not_found' : 'user_not_found' };
        expect(JSON.parse(stdout)).toMatchObject({ refused });
        continue;
      }
      expect([exit, stderr], code).toEqual([0, '']);
      if (prints !== undefined) expect(stdout, code).toMatch(patternOf(prints));
    }
  });
});

it('drills name tests and commands that exist', async () => {
  const { stdout } = await run(`cat '${join(root, 'docs/operations/incident-drills.md')}'`);
  const paths = [...stdout.matchAll(/npm test -- ([\w/.-]+)/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    const found = [path, `${path}.test.ts`].filter((name) => existsSync(join(root, name)));
    expect(found, path).toHaveLength(1);
  }
  const titles = [...stdout.matchAll(/--only '([^']+)'/g)].map(([, title = '']) => title);
  const { stdout: sources } = await run(`cat '${root}'/test/containers/*.ts`);
  for (const title of titles) expect(sources).toContain(title);
});

it('links to pages that exist, and to every one of them', async () => {
  const folder = join(root, 'docs/operations');
  const entries = await readdir(folder);
  const { stdout } = await run(`cat '${folder}/README.md'`);
  const linked = [...stdout.matchAll(/\]\(([\w-]+(?:\.md)?)\)/g)].map(([, path = '']) => path);
  expect(new Set(linked)).toEqual(new Set(entries.filter((name) => name !== 'README.md')));
});
