import { describe, expect, it } from 'vitest';
import { createLogger } from '../src/observability/log.ts';
import { currentTraceparent, withTraceparent } from '../src/observability/trace-context.ts';
import { newTraceparent, readTraceparent, traceIdOf } from '../src/observability/traceparent.ts';
import { inSpan, noTracer } from '../src/observability/tracer.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const given = `00-${trace}-00f067aa0ba902b7-01`;

describe('a traceparent', () => {
  it.each([
    ['of version 00', given, given],
    ['of a later version, by what both have', `cc-${given.slice(3)}-more`, given],
    ['of the version that is none', `ff-${given.slice(3)}`, undefined],
    ['with a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
    ['with a span id of zeros', `00-${trace}-${'0'.repeat(16)}-01`, undefined],
    ['in capitals', given.toUpperCase(), undefined],
    ['with more behind it', `${given}0`, undefined],
    ['that is absent', undefined, undefined],
    ['that is repeated', [given, given], undefined],
  ])('is parsed or ignored: %s', (_, received, read) => {
    expect(readTraceparent(received)).toBe(read);
  });

  it('is created with new ids each time', () => {
    const made = Array.from({ length: 1_000 }, newTraceparent);
    expect(made.every((each) => readTraceparent(each) === each)).toBe(true);
    expect(new Set(made.map(traceIdOf)).size).toBe(1_000);
  });
});

it('without a receiver of traces a span has its parent, its surroundings, or a new context', async () => {
  const span = { name: 'x', kind: 'internal' } as const;
  const inside = (parent?: string) =>
    inSpan(noTracer, { ...span, parent }, async () => currentTraceparent());
  expect(await inside(given)).toBe(given);
  expect(await withTraceparent(given, () => inside())).toBe(given);
  expect(readTraceparent(await inside())).toBeDefined();
  expect(currentTraceparent()).toBeUndefined();
  await expect(inSpan(noTracer, span, () => Promise.reject('no'))).rejects.toBe('no');
});

it('a log line names its trace, also after an await', async () => {
  const lines: string[] = [];
  const log = createLogger({ name: 'test' }, { write: (line) => lines.push(line) });
  await withTraceparent(given, async () => {
    await new Promise((done) => setImmediate(done));
    log.info('inside');
  });
  log.info('outside');
  expect(lines.map((line) => JSON.parse(line).trace_id)).toEqual([trace, undefined]);
});
