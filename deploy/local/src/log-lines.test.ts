import { createLogger } from '@svc/kit/log';
import { expect, it } from 'vitest';
import { logLines } from './log-lines.ts';

function written(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const lines = logLines((line) => {
    text += line;
  });
  log(createLogger({ name: 'live', level: 'debug' }, lines));
  return text;
}

it('shows a log line with its fields and errors, and nothing secret', () => {
  const text = written((log) => {
    log.warn('nats: disconnected');
    log.info({ port: 8080, why: 'two words' }, 'ready');
    log.warn({ err: new Error('refused') }, 'not sent');
    log.warn({ token: 'abc' }, 'x');
    log.error({ err: new Error('bug') }, 'failed');
  });
  expect(text).toMatch(/^\d\d:\d\d:\d\d warn live: nats: disconnected\n/);
  expect(text).toContain('info live: ready port=8080 why="two words"\n');
  expect(text).toContain('warn live: not sent refused\n');
  expect(text).toContain('x token=[redacted]\n');
  // An error alone has its stack.
  expect(text).toMatch(/error live: failed bug\n {4}at /);
});

it('passes on what is no record', () => {
  const seen: string[] = [];
  logLines((line) => seen.push(line)).write('plain\n');
  expect(seen).toEqual(['plain\n']);
});
