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

it.each<[string, Parameters<typeof written>[0], RegExp]>([
  [
    'a message',
    (log) => log.warn('nats: disconnected'),
    /^\d\d:\d\d:\d\d warn live: nats: disconnected\n$/,
  ],
  [
    'fields',
    (log) => log.info({ port: 8080, why: 'two words' }, 'ready'),
    /info live: ready port=8080 why="two words"\n$/,
  ],
  [
    'an error, short',
    (log) => log.warn({ err: new Error('refused') }, 'not sent'),
    /warn live: not sent refused\n$/,
  ],
  [
    'an error with its stack',
    (log) => log.error({ err: new Error('bug') }, 'failed'),
    /error live: failed bug\n {4}at /,
  ],
  ['nothing secret', (log) => log.warn({ token: 'abc' }, 'x'), /x token=\[redacted\]\n$/],
])('shows a log line with %s', (_, log, line) => {
  expect(written(log)).toMatch(line);
});

it('passes on what is no record', () => {
  const seen: string[] = [];
  logLines((line) => seen.push(line)).write('plain\n');
  expect(seen).toEqual(['plain\n']);
});
