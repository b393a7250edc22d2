import type { CustodyFact } from '@svc/contracts';
import { expect, it } from 'vitest';
import { withholdFreeText } from './free-text.ts';

const fact: CustodyFact = {
  at: '2026-11-02T08:00:00.000Z',
  type: 'scanned',
  by: 'driver:drv_1',
  note: null,
  seal: 'SL-0001',
  position: null,
  details: null,
};
const committing = () => {
  let drawn = 0;
  return {
    newSalt: () => `salt-${++drawn}`,
    commitment: (salt: string, text: string) => `commitment(${salt}, ${text})`,
  };
};

it.each<[string, Partial<CustodyFact>, CustodyFact['details'], unknown[]]>([
  ['none', {}, {}, []],
  ['empty text', { note: '', details: { location: '' } }, {}, []],
  [
    'a note',
    { note: 'Given to Sister Dlamini' },
    { note_commitment: 'commitment(salt-1, Given to Sister Dlamini)' },
    [{ member: 'note', text: 'Given to Sister Dlamini', salt: 'salt-1' }],
  ],
  [
    'a location, beside what machines wrote',
    { details: { location: 'Ward of Mr Mokoena', seal_match: true } },
    { seal_match: true, location_commitment: 'commitment(salt-1, Ward of Mr Mokoena)' },
    [{ member: 'location', text: 'Ward of Mr Mokoena', salt: 'salt-1' }],
  ],
  [
    'both, each under a salt of its own, in normal form C',
    { note: 'Su\u0308d', details: { location: 'Hub' } },
    {
      note_commitment: 'commitment(salt-1, S\u00fcd)',
      location_commitment: 'commitment(salt-2, Hub)',
    },
    [
      { member: 'note', text: 'S\u00fcd', salt: 'salt-1' },
      { member: 'location', text: 'Hub', salt: 'salt-2' },
    ],
  ],
])('the free text of a fact is withheld: %s', (_what, change, details, texts) => {
  expect(withholdFreeText({ ...fact, ...change }, committing())).toEqual({
    fact: { ...fact, details },
    texts,
  });
});
