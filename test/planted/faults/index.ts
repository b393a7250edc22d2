/**
 * The planted faults, a text file for each part of the product; blank lines separate them:
 *
 * ```
 * name | path of the mutated file | rooms, where they are not its workspace alone
 * Consequence, in one sentence.
 * -text that occurs exactly once in the file
 * +what it is replaced by
 * ```
 */
import { readFileSync } from 'node:fs';
import type { PlantedFault } from '../fault.ts';

const groups = ['gateway', 'validators', 'rights', 'engine', 'domain'];

export const plantedFaults: readonly PlantedFault[] = groups.flatMap((group) =>
  readFileSync(new URL(`./${group}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n\n')
    .map(parseFault),
);

function parseFault(block: string): PlantedFault {
  const [head = '', effect = '', ...lines] = block.split('\n');
  const [name = '', file = '', rooms] = head.split(' | ');
  const home = /^(?:(?:deploy|packages|services)\/)?[^/]+\//.exec(file)?.[0] ?? '';
  const signed = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  const places = { file, rooms: rooms?.split(' ') ?? [home] };
  return { name, ...places, effect, find: signed('-'), replace: signed('+') };
}
