/** pino's JSON as lines for a person: time, level, name, message, and what belongs to it. */
import { printable, printableJson, printableLines } from '@svc/text/printable';
import { z } from 'zod';

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

const record = z.looseObject({
  time: z.number(),
  level: z.number(),
  name: z.string().default(''),
  msg: z.string().default(''),
  err: z.object({ message: z.string(), stack: z.string().optional() }).loose().optional(),
});

export const logLines = (write: (text: string) => void): { write(text: string): void } => ({
  write: (text) => write(lineOf(text)),
});

function lineOf(text: string): string {
  const { success, data } = record.safeParse(parsed(text));
  if (!success) return text;
  const { time, level, name, msg, err, pid: _pid, hostname: _host, ...rest } = data;
  const at = new Date(time).toTimeString().slice(0, 8);
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`);
  const head = [at, levels[level] ?? level, `${name}:`, msg, err?.message, ...fields].filter(
    Boolean,
  );
  const stack = level >= 50 && err?.stack ? `${err.stack.split('\n').slice(1).join('\n')}\n` : '';
  return `${printable(head.join(' '))}\n${printableLines(stack)}`;
}

const shown = (value: unknown): string =>
  typeof value === 'string' && /^\S+$/.test(value) ? value : printableJson(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
