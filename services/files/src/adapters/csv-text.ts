/** Charset and separator of a CSV file, as spreadsheets choose them. */
import type { Fault } from '@svc/contracts';

export const whole = (code: string, message: string): { fault: Fault } => ({
  fault: { column: '', code, message },
});

const saveAs = 'save it as "CSV UTF-8 (comma delimited)"';
/** First bytes (Latin-1) of what is taken for CSV by mistake. */
const others: readonly [opening: RegExp, what: string][] = [
  [/^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/, 'UTF-16 text'],
  [/^(?:PK[^ -~]|\xd0\xcf.\xe0)/s, 'a workbook or an archive, not CSV'],
];
/** Bytes without a character in Windows-1252, and characters of UTF-8. */
const notWindows1252 = /[\x81\x8d\x8f\x90\x9d]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}/;

/** Converts Windows-1252, if no bytes could be UTF-8; returns UTF-8 unchanged. */
export function toUtf8(bytes: Uint8Array): { bytes: Uint8Array } | { fault: Fault } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const opening = text.toString('latin1', 0, 4);
  const [, what = 'not text'] = others.find(([form]) => form.test(opening)) ?? [];
  if (what !== 'not text' || bytes.includes(0)) return whole('bad_encoding', `${what}: ${saveAs}`);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { bytes };
  } catch {
    if (notWindows1252.test(text.toString('latin1'))) {
      return whole('bad_encoding', `neither UTF-8 nor Windows-1252 throughout: ${saveAs}`);
    }
    return { bytes: Buffer.from(new TextDecoder('windows-1252').decode(bytes)) };
  }
}

const separators = [',', ';', '\t'] as const;
/** First line of some spreadsheets, which names the separator and is no row. */
const separatorLine = /^\ufeff?"?sep=([,;\t])"?[,;\t]*(?:\r\n|\n|\r)/i;
const openingSize = 16_384;

/** The separator that a `sep=` line names, else the one that stands most often in the header. */
export function readOpening(bytes: Uint8Array): { delimiter: string; body: Uint8Array } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, openingSize));
  const [line = '', named] = separatorLine.exec(text) ?? [];
  const [header = ''] = text
    .slice(line.length)
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (separator: string) => header.split(separator).length;
  const [most = ','] = separators.toSorted((a, b) => count(b) - count(a));
  return { delimiter: named ?? most, body: bytes.subarray(Buffer.byteLength(line)) };
}
