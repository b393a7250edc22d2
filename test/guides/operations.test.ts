/** Commands of the operator's pages, each block pasted into a shell beside a running `npm start`. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runbookNames, runbookOf } from '@svc/monitoring/runbooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patternOf, stepsOf } from './guide.ts';
import { type NpmStart, npmStart, root, typed } from './npm-start.ts';

const pages = [
  ...['README', 'install', 'incident-drills', 'dead-letters', 'erase-a-person', 'move-a-tenant'],
  ...['scale', 'upgrade', 'sign-in', 'price-book'],
];
const blockMs = 120_000;

/**
 * Pages whose blocks of shell need containers, a cluster or the outage that they mend, with their
 * number and the test that runs what they say or checks each name in them.
 */
const beyondOneMachine: Record<string, [blocks: number, shownBy: string]> = {
  'backup-and-restore': [7, 'test/containers/restore-page.ts'],
  compose: [7, 'test/containers/fleet.ts'],
  'disk-full': [1, 'deploy/monitoring/test/runbooks.test.ts'],
  image: [2, 'test/containers/image.ts'],
  kubernetes: [5, 'deploy/kubernetes/test/guide.test.ts'],
  secrets: [7, 'test/rolling/secrets.test.ts'],
  sight: [1, 'deploy/monitoring/test/runbooks.test.ts'],
};

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

const shellBlocks = (text: string): number => text.match(/^ *```sh$/gm)?.length ?? 0;

it('has no block of shell that neither runs here nor is named with what shows it', async () => {
  const folder = join(root, 'docs/operations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const counted = await Promise.all(
    files.map(async (file) => {
      const page = basename(file, '.md');
      const all = shellBlocks(await readFile(join(folder, file), 'utf8'));
      const run = pages.includes(page) ? (await stepsOf(`operations/${file}`)).length : 0;
      return [page, all - run] as const;
    }),
  );
  const named = Object.entries(beyondOneMachine).map(([page, [blocks]]) => [page, blocks]);
  const left = counted.filter(([, blocks]) => blocks > 0);
  expect(Object.fromEntries(left)).toEqual(Object.fromEntries(named));
  for (const [page, [, shownBy]] of Object.entries(beyondOneMachine))
    expect(existsSync(join(root, shownBy)), page).toBe(true);
});

it.each(runbookNames())('%s has no block of shell beside those whose names are checked', (name) => {
  expect(shellBlocks(runbookOf(name))).toBe(runbookOf(name).match(/^```sh$/gm)?.length ?? 0);
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
