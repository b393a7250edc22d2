/** Code blocks of the runbooks: what an operator pastes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './layout.ts';

const runbookFolder = join(root, 'docs/operations/runbooks');

/** Names of the alerts that have one. */
export const runbookNames = (): string[] =>
  readdirSync(runbookFolder).map((file) => file.replace(/\.md$/, ''));

export const runbookOf = (name: string): string =>
  readFileSync(join(runbookFolder, `${name}.md`), 'utf8');

/** Lines of shell and PromQL, statements of SQL. */
export function runbookBlocks(name: string, language: 'sh' | 'promql' | 'sql'): string[] {
  const blocks = [...runbookOf(name).matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const texts = blocks.flatMap(([, given, text = '']) => (given === language ? [text] : []));
  const separator = language === 'sql' ? /;\n/ : '\n';
  return texts.flatMap((text) => text.split(separator)).filter((line) => line.trim() !== '');
}
