/** Code blocks of the runbooks: what an operator pastes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './layout.ts';

const folder = join(root, 'docs/operations');
const runbookFolder = join(folder, 'runbooks');

/** Names of the alerts that have one. */
export const runbookNames = (): string[] =>
  readdirSync(runbookFolder).map((file) => file.replace(/\.md$/, ''));

export const runbookOf = (name: string): string =>
  readFileSync(join(runbookFolder, `${name}.md`), 'utf8');

type Language = 'sh' | 'promql' | 'sql';

/** Lines of shell and PromQL, statements of SQL. */
export const runbookBlocks = (name: string, language: Language): string[] =>
  blocksOf(runbookOf(name), language);

/** The same of another page for operators. */
export const pageBlocks = (file: string, language: Language): string[] =>
  blocksOf(readFileSync(join(folder, file), 'utf8'), language);

function blocksOf(page: string, language: Language): string[] {
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const texts = blocks.flatMap(([, given, text = '']) => (given === language ? [text] : []));
  const separator = language === 'sql' ? /;\n/ : '\n';
  return texts.flatMap((text) => text.split(separator)).filter((line) => line.trim() !== '');
}
