import { expect, it } from 'vitest';
import { createLogger } from '../src/observability/log.ts';

function lines(write: (log: ReturnType<typeof createLogger>) => void): string {
  const written: string[] = [];
  write(createLogger({ name: 'test' }, { write: (line) => written.push(line) }));
  return written.join('');
}

it.each([
  { client_secret: 'hidden' },
  { headers: { authorization: 'hidden', 'X-Api-Key': 'hidden' } },
  { job: { delivery: { recipient: 'hidden', position: { lat: 'hidden' } } } },
  { a: { b: { c: { d: { e: { f: 'hidden' } } } } } },
  { list: [{ token: 'hidden' }] },
])('the log hides what is secret or personal in %j', (fields) => {
  expect(lines((log) => log.info(fields, 'message'))).not.toContain('hidden');
});

it('the log has what failed of an error, not the values', () => {
  const values = { detail: 'Key (email)=(hidden)', parameters: ['hidden'] };
  const error = Object.assign(new Error('duplicate key'), { code: '23505', ...values });
  const text = lines((log) => log.error({ err: error }, 'failed'));
  expect(text).toContain('23505');
  expect(text).not.toContain('hidden');
});
