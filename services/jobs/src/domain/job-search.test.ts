import { parcelCode, shownCode } from '@svc/text/codes/parcel-code';
import { ssccOf } from '@svc/text/codes/sscc';
import { expect, it } from 'vitest';
import { readSearch } from './job-search.ts';

const id = 'pcl_01KAK7QW3ZC5V8M2N4P6R8T0XA';
const random = 'C5V8M2N4P6R8T0XA';
const own = parcelCode({ id, sscc: null });
const sscc = ssccOf({ company_prefix: '6001234', extension_digit: 3 }, 42);
const wrongDigit = (Number(sscc.at(-1)) + 1) % 10;
const shownSscc = shownCode({ scheme: 'sscc', value: sscc });

it.each([
  ['an id', 'job_01KAK7QW3ZC5V8M2N4P6R8T0XA', { id: 'job_01KAK7QW3ZC5V8M2N4P6R8T0XA' }],
  ['an id in lower case', 'job_01kak7', { id: 'job_01KAK7' }],
  ['a reference in lower case', 'svc-7k3m9qx2', { ref: 'SVC-7K3M9QX2' }],
  ['the code of a label', own.value, { parcel: random }],
  ['the same in lower case', own.value.toLowerCase(), { parcel: random }],
  ['the same as printed for people', shownCode(own), { parcel: random }],
  ['the id of a parcel', id, { parcel: random }],
  ['an SSCC', sscc, { parcel: sscc }],
  ['an SSCC as printed for people', shownSscc, { parcel: sscc }],
  ['an SSCC as a scanner reads it', `]C100${sscc}`, { parcel: sscc }],
  ['an SSCC with a wrong check digit', `${sscc.slice(0, -1)}${wrongDigit}`, { parcel: null }],
  ['words', 'Clinic North', { parcel: null, words: 'Clinic North' }],
])('a search of the desk is parsed as %s', (_, text, search) => {
  expect(readSearch(text)).toMatchObject(search);
});
