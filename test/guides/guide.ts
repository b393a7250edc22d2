/** A guide as a reader follows it: its blocks in order, and what it says they print. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface Block {
  language: string;
  text: string;
}

/** Fenced blocks of a document of `docs/`. */
export async function blocksOf(name: string): Promise<Block[]> {
  const text = await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}

interface Step {
  code: string;
  prints: string;
}

/** Every block of a language, and the block after it, which says what it prints. */
export const stepsIn = (blocks: readonly Block[], language: string): Step[] =>
  blocks.flatMap((block, place) => {
    if (block.language !== language) return [];
    const next = blocks[place + 1];
    if (next?.language !== 'text') throw new Error(`what does this print?\n${block.text}`);
    return [{ code: block.text, prints: next.text }];
  });

const run = promisify(execFile);

/** Standard output; fails with what was written to standard error. */
export async function outputOf(
  command: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<string> {
  const path = `${new URL('.', `file://${process.execPath}`).pathname}:${process.env.PATH}`;
  const { stdout } = await run(command, [...args], {
    timeout: timeoutMs,
    env: { ...process.env, PATH: path },
  });
  return stdout;
}
