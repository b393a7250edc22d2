import { expect, it } from 'vitest';
import { flushUses, notedUse, noteUse } from './last-uses.ts';

const [early, late] = [new Date(1), new Date(2)];

it('writes the latest use of each credential, once', async () => {
  const instance = {};
  noteUse(instance, 'cli_1', late);
  noteUse(instance, 'cli_1', early);
  noteUse(instance, 'key_1', early);
  const written: unknown[] = [];
  const write = async (uses: ReadonlyMap<string, Date>) => {
    written.push([...uses]);
  };
  await flushUses({}, write);
  await flushUses(instance, write);
  await flushUses(instance, write);
  expect(written).toEqual([
    [
      ['cli_1', late],
      ['key_1', early],
    ],
  ]);
});

it('keeps what could not be written, and newer uses over it', async () => {
  const instance = {};
  noteUse(instance, 'cli_1', early);
  noteUse(instance, 'cli_2', early);
  const failing = flushUses(instance, async () => {
    noteUse(instance, 'cli_1', late);
    throw new Error('read-only');
  });
  await expect(failing).rejects.toThrow('read-only');
  let written: unknown;
  await flushUses(instance, async (uses) => {
    written = Object.fromEntries(uses);
  });
  expect(written).toEqual({ cli_1: late, cli_2: early });
});

it('returns a use until it is written, and then a newer one', async () => {
  const instance = {};
  expect(notedUse(instance, 'ses_1')).toBeUndefined();
  noteUse(instance, 'ses_1', early);
  noteUse(instance, 'ses_2', early);
  await flushUses(instance, async () => {
    expect(notedUse(instance, 'ses_1')).toBe(early);
    noteUse(instance, 'ses_2', late);
  });
  expect(notedUse(instance, 'ses_1')).toBeUndefined();
  expect(notedUse(instance, 'ses_2')).toBe(late);
  expect(notedUse({}, 'ses_2')).toBeUndefined();
});
