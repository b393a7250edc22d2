/** A hundred files of all kinds, by names that begin with every letter, digit and some signs. */
import { until } from '@svc/devnet';
import { expect, it } from 'vitest';
import { type Channel, type Given, header, manifest, rowOf } from './channel.ts';
import { interchange } from './interchanges.ts';

type Kind = readonly [extension: string, answer: 'ack' | 'err', content: (order: string) => string];

/** Good and bad, with an end and without. */
const kinds: readonly Kind[] = [
  ['csv', 'ack', (order) => manifest(rowOf(order))],
  ['CSV', 'ack', (order) => manifest(rowOf(order)).replaceAll(',', ';').replaceAll('\n', '\r\n')],
  ['edi', 'ack', (order) => interchange(order)],
  ['ifm', 'ack', (order) => `${interchange(order)}\u001a`],
  ['csv', 'err', (order) => manifest(rowOf(order, { totes: 'many' }))],
  ['csv', 'err', (order) => `${order},no,header\n`],
  ['csv', 'err', (order) => `${header}\n${rowOf(order)}`],
  ['edi', 'err', (order) => interchange(order).replace('UNZ+1', 'UNZ+7')],
  ['edi', 'err', (order) => interchange(order).split('UNT')[0] ?? ''],
];
const letters = 'abcdefghijklmnopqrstuvwxyz';
const firsts = [...`${letters}${letters.toUpperCase()}0123456789-_~(+=@#é注`];
/** Puts the files in waves of so many; each must be answered in `answerMs` from when its wave was put. */
export async function answerHundredFiles(
  { put, read }: Pick<Channel, 'put' | 'read'>,
  { run, waveSize, answerMs }: { run: string; waveSize: number; answerMs: number },
): Promise<void> {
  const files = Array.from({ length: 100 }, (_, n) => {
    const [extension, answer, content] = kinds[n % kinds.length] ?? [];
    if (!extension || !content) throw new Error('every file has a kind');
    const name = `${firsts[n % firsts.length]}-${run}-${n}.${extension}`;
    return { name, answer: `jhb/outbound/${name}.${answer}`, content: content(`${run}-${n}`) };
  });
  for (let at = 0; at < files.length; at += waveSize) {
    const wave = files.slice(at, at + waveSize);
    for (const { name, content } of wave) await put('demo', `jhb/inbound/${name}`, content);
    await Promise.all(
      wave.map(({ answer }) =>
        until(() => read('demo', answer), { timeoutMs: answerMs, everyMs: 50, what: answer }),
      ),
    );
  }
}

export function hundredFiles(given: Given): void {
  it('a hundred files of all kinds are answered, whatever their names', async () => {
    await answerHundredFiles(given(), { run: 'HUNDRED', waveSize: 50, answerMs: 60_000 });
    // The answer lies in its folder before its row says so.
    await until(async () => (await given().unanswered()) === 0, {
      timeoutMs: 60_000,
      what: 'no file without an answer',
    });
    expect((await given().list('demo', 'jhb/inbound')).filter((n) => n.includes('HUN'))).toEqual(
      [],
    );
  });
}
