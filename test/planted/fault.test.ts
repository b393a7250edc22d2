import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@svc/image/build';
import { expect, it } from 'vitest';
import { mutated } from './fault.ts';
import { plantedFaults } from './faults/index.ts';

it('finds exactly one place for each planted fault in the code as it is', async () => {
  const stale: string[] = [];
  for (const fault of plantedFaults) {
    const text = await readFile(join(root, fault.file), 'utf8').catch(() => '');
    const places = text.split(fault.find).length - 1;
    if (places !== 1) stale.push(`${fault.name}: ${places} places in ${fault.file}`);
  }
  expect(stale).toEqual([]);
});

it('runs each planted fault under its own name, against folders that exist', () => {
  const names = plantedFaults.map(({ name }) => name);
  expect([...new Set(names)]).toEqual(names);
  const rooms = plantedFaults.flatMap((fault) => fault.rooms);
  expect(rooms.filter((room) => !room.endsWith('/') || !existsSync(join(root, room)))).toEqual([]);
});

it('refuses a mutation whose text stands in its file twice', () => {
  const fault = { name: 'any', file: 'a.ts', find: 'x', replace: 'y', rooms: [], effect: '' };
  expect(() => mutated('x x', fault)).toThrow('any: a.ts has 2 places to mutate instead of one');
});
