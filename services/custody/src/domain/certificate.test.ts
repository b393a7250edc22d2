import { expect, it } from 'vitest';
import {
  type CertificateFields,
  certificatesUpTo,
  findCustodyCertificate,
  keyKind,
  toCertificate,
  toSigned,
} from './certificate.ts';
import { isRotationDue } from './certificate-key.ts';

const poc: CertificateFields = {
  id: 'POC-0123456789',
  job_id: 'job_1',
  ref: 'SVC-0123ABCD',
  type: 'proof_of_custody',
  issued_at: new Date('2026-11-02T09:00:00.000Z'),
  events: 6,
  seal: null,
  chain_hash: 'sha256:6',
  cold_chain_expected: true,
  cold_chain: null,
  dispositions: null,
  log: null,
  verify_url: 'https://svc.example/verify/POC-0123456789',
};
const pcc: CertificateFields = {
  ...poc,
  id: 'PCC-0123456789',
  type: 'proof_of_cold_chain',
  cold_chain_expected: null,
};

it('the signed content leaves out what may be added later', () => {
  expect(toSigned(poc)).toEqual({
    id: 'POC-0123456789',
    object: 'certificate',
    type: 'proof_of_custody',
    job_id: 'job_1',
    issued_at: '2026-11-02T09:00:00.000Z',
    custody: { events: 6, seal: null, chain_hash: 'sha256:6' },
    verify_url: 'https://svc.example/verify/POC-0123456789',
    cold_chain_expected: true,
  });
  expect(toCertificate(poc, [pcc, poc]).related).toEqual(['PCC-0123456789']);
});

it.each([
  ['is signed when it is expected', true, { cold_chain_expected: true }],
  ['is signed when it is not', false, { cold_chain_expected: false }],
  ['is left out where it was not signed', null, {}],
])('a cold chain is expected by the rule: %s', (_when, cold_chain_expected, signed) => {
  const { cold_chain_expected: _, ...others } = toSigned(poc);
  expect(toSigned({ ...poc, cold_chain_expected })).toEqual({ ...others, ...signed });
});

it.each([
  ['POC-0123456789', 'id'],
  ['PCC-0123456789', 'id'],
  ['SVC-0123ABCD', 'ref'],
  ['job_01KB1NBC00AAAAAAAAAAAAAAAA', 'job_id'],
  ['POD-0123456789', 'job_id'],
])('a key of the form %s is the %s', (key, kind) => {
  expect(keyKind(key)).toBe(kind);
});

it('a job is represented by its proof of custody', () => {
  expect(findCustodyCertificate([pcc, poc])).toBe(poc);
  expect(findCustodyCertificate([pcc])).toBeUndefined();
  const longer = { ...poc, id: 'POC-1', events: 7 };
  expect(findCustodyCertificate([longer, pcc, poc])).toBe(longer);
  expect(certificatesUpTo([longer, pcc, poc], 6)).toEqual([pcc, poc]);
});

const now = new Date('2027-01-31T08:00:00Z');
it.each([
  ['is not due without a key', undefined, false],
  ['is not due a moment before 90 days', '2026-11-02T08:00:00.001Z', false],
  ['is due after 90 days', '2026-11-02T08:00:00Z', true],
])('a certificate key is rotated by the rule: %s', (_when, created, due) => {
  const newest = created === undefined ? undefined : { created_at: new Date(created) };
  expect(isRotationDue(newest, now)).toBe(due);
});
