/** What `svc` says of its commands, which needs no API. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runSvc } from './program.ts';

const run = promisify(execFile);

async function typed(args: readonly string[]) {
  const out: string[] = [];
  const code = await runSvc(args, {
    env: {},
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    hasColour: false,
    signal: new AbortController().signal,
  });
  return { code, out: out.join('\n') };
}

it('explains every command with an example, and completes it', async () => {
  const { out: script } = await typed(['completion']);
  const paths = [...script.matchAll(/^ {4}'([^']+)'\)/gm)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const { code, out } = await typed([...path.split(' '), '--help']);
    expect(code, path).toBe(0);
    const isGroup = /^Commands:/m.test(out);
    expect(isGroup || /^Examples?:\n {2}|^ {2}bash: /m.test(out), path).toBe(true);
  }
  const ask = 'COMP_WORDS=(svc webhooks ""); COMP_CWORD=2; _svc; declare -p COMPREPLY';
  const { stdout } = await run('bash', ['-c', `${script}\n${ask}`]);
  expect([...stdout.matchAll(/"([^"]+)"/g)].map(([, word]) => word)).toEqual([
    'listen',
    'replay',
    'log',
    '--help',
  ]);
});

it('has every flag of each line of its README', async () => {
  const file = new URL('../README.md', import.meta.url);
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(await readFile(file, 'utf8')) ?? [];
  const lines = block.trim().split('\n');
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const [words = ''] = /^svc( [a-z]+)+/.exec(line) ?? [];
    // `a X | b Y` names commands of one group.
    const [first = '', ...others] = line.split(/ \| (?=[a-z]+ [A-Z]|[a-z]+$)/);
    const group = words.split(' ').slice(1, -1);
    const own = [[words.split(' ').slice(1), first] as const];
    const more = others.map((text) => [[...group, text.split(' ')[0] ?? ''], text] as const);
    for (const [path, text] of [...own, ...more]) {
      const { code, out } = await typed([...path, '--help']);
      expect([code, out.startsWith(`Usage: svc ${path.join(' ')}`)], line).toEqual([0, true]);
      for (const [flag] of text.matchAll(/--[a-z-]+/g)) expect(out, line).toContain(flag);
    }
  }
});
