import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonObject } from '../src/calls/json.ts';
import { measureJson } from '../src/calls/json-bounds.ts';

const bounds = { names: 3, values: 5 };
const levels = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`;

describe('the text of JSON', () => {
  it.each([
    ['three names', '{"a":1,"b":{"c":2}}', 3],
    ['no names, five values', '[1,2,3,4,5]', 0],
    ['what stands in strings', '["::::","\\":,{[","\\\\",","]', 0],
    ['32 levels', levels(32), 0],
    ['brackets side by side', '[[],[],[],[]]', 0],
    ['a string that does not end', '{"a":"b,:,:,:,', 1],
    ['a string that ends in an escape', '{"a":"\\', 1],
  ])('is within bounds: %s', (_, text, names) => {
    expect(measureJson(Buffer.from(text), bounds)).toEqual({ names });
  });

  it.each([
    ['four names', '{"a":1,"b":{"c":2,"d":3}}', 'too_many_names'],
    ['six values', '[1,2,3,4,5,6]', 'too_many_values'],
    ['33 levels', levels(33), 'too_deep'],
    ['33 levels that are not closed', '{"a":'.repeat(33), 'too_many_names'],
    ['33 arrays that are not closed', '['.repeat(33), 'too_deep'],
  ])('is beyond them: %s', (_, text, exceeded) => {
    expect(measureJson(Buffer.from(text), bounds)).toMatchObject({ exceeded });
  });

  it('has as many names as the value has members', () => {
    const many = { names: 1e6, values: 1e6 };
    const members = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, each) => sum + members(each), 0) +
          (Array.isArray(value) ? 0 : Object.keys(value).length)
        : 0;
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(measureJson(Buffer.from(spaced), many)).toEqual({
          names: members(JSON.parse(text)),
        });
      }),
    );
  });

  it('is never parsed beyond its bounds', () => {
    const hostile = {
      'five million levels': levels(5_000_000),
      'as many objects': '{"a":'.repeat(2_000_000),
      'a million names': `{${Array.from({ length: 700_000 }, (_, i) => `"k${i}":1`).join()}}`,
      'a million arrays': `[${'[],'.repeat(3_000_000)}[]]`,
    };
    for (const [what, text] of Object.entries(hostile)) {
      const bytes = Buffer.from(text);
      const read = () =>
        expect(readJsonObject(bytes), what).toMatchObject({
          issue: { code: expect.stringMatching(/^too_/) },
        });
      const refusalMs = Math.min(cpuMsOf(read), cpuMsOf(read), cpuMsOf(read));
      expect(refusalMs, `${what}: ms of CPU`).toBeLessThan(cpuMsOf(() => parse(text)) / 5);
    }
  });
});

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

/** The floor to compare with: what the refusal saves. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
