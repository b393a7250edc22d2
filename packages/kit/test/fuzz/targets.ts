/** JSON as strangers send it. */
import { ok } from 'node:assert/strict';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { readJsonObject } from '../../src/json/json.ts';

const good = [
  '{"sku":"LAB-STD","parcels":2,"metadata":{"a":"b","c":"\\u00e9"},"list":[1,-2.5e3,true,null]}',
  '\ufeff{"a":[{"b":[{"c":{}}]}]}',
];
const tokens = ['{', '}', '[', ']', '"', ':', ',', '\\', '\\u0000', '__proto__', '"a":', '1e309'];
const bytes = (text: string) => Buffer.from(text);
const mib = 1024 * 1024;

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'kit/json',
    inputs: edited(good, tokens).map(bytes),
    read: readJsonObject,
    holds: (read) => {
      ok('value' in read || 'issue' in read || 'refused' in read);
      if ('value' in read) ok(!Object.hasOwn(read.value, '__proto__'));
    },
    sizeMax: mib,
    large: {
      depth: (size) => bytes('{"a":'.repeat(size / 5)),
      'closed depth': (size) =>
        bytes(`{"a":${'['.repeat(size / 2 - 4)}${']'.repeat(size / 2 - 4)}}`),
      names: (size) => {
        const members = Array.from({ length: size / 12 }, (_, i) => `"${i.toString(36)}":0`);
        return bytes(`{${members.join()}}`);
      },
      'one name again': (size) => bytes(`{"a":0${filled(',"a":0')(size - 9)}}`),
      'escaped names': (size) => bytes(`{"\\u0061":0${filled(',"\\u0062":0')(size - 14)}}`),
      backslashes: (size) => bytes(filled('\\\\', '{"a":"', '"}')(size)),
      'open string': (size) => bytes(filled('\\"', '{"a":"')(size)),
      blanks: (size) => bytes(filled(' ', '{', '}')(size)),
      numbers: (size) => bytes(filled('9', '{"a":', '}')(size)),
    },
  }),
];
