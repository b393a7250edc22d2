/** A guide as a reader follows it: its blocks in order, and what it says they print. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './npm-start.ts';

export interface Step {
  guide: string;
  /** From 1, among the blocks that are run. */
  number: number;
  code: string;
  /** The block of text after it; `…` stands for anything within a line. */
  prints: string | undefined;
}

/** Blocks that end only with Ctrl-C, that are the suite itself, or that take fourteen minutes. */
const elsewhere = /^npm (start|test|run (simulate -- fleet|proof -- witness) .*)\n$/;

const fence = /^```(\w*)\n(.*?)^```$/gms;

export async function stepsOf(guide: string): Promise<Step[]> {
  const folder = guide === 'README.md' ? root : join(root, 'docs');
  const document = await readFile(join(folder, guide), 'utf8');
  const blocks = [...document.matchAll(fence)].map(([, language, text = ''], place, all) => ({
    language,
    text,
    prints: all[place + 1]?.[1] === 'text' ? all[place + 1]?.[2] : undefined,
    file: fileBefore(document.slice(0, all[place]?.index)),
  }));
  return blocks
    .filter(({ language, text }) => /^(sh|ts)$/.test(language ?? '') && !elsewhere.test(text))
    .map(({ language, text, prints, file }, i) => ({
      guide,
      number: i + 1,
      code: language === 'ts' ? `cat > "$DIR/${file}" <<'END'\n${text}END\n` : text,
      prints: language === 'ts' ? undefined : prints,
    }));
}

/** A program is saved under the name that stands before it. */
const fileBefore = (text: string): string =>
  [...text.matchAll(/[Ss]ave (?:this|it) as `([\w-]+\.ts)`/g)].at(-1)?.[1] ?? 'unnamed.ts';

export const patternOf = (text: string): RegExp =>
  new RegExp(text.split('…').map(RegExp.escape).join('[^\\n]*'));
