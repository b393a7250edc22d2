/** Members of files: taken away, twice, unknown. */
import { CompactSign } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificateJwsType } from '../../src/verify/certificate.ts';
import { verifyFile } from '../../src/verify/file.ts';
import { exitCode } from '../../src/verify/outcome.ts';
import { bundleOf, chain, copyOf, trust as jwks, key, publicProofOf } from './bundles.ts';
import { log, loggedBundle, policy, publicLogOf } from './test-log.ts';

const trust = { ...jwks, policy };
const fields = {
  cold_chain_expected: false,
  log: {
    origin: 'log.example',
    checkpoint_url: 'https://c.example',
    proof_url: 'https://p.example',
  },
};
const signed = await bundleOf(chain, key, { fields });
const bundle = await loggedBundle(signed, key, log);
const proof = { ...publicProofOf(bundle), log: publicLogOf(bundle.log) };
const files = [
  ['a bundle', bundle, 0],
  ['a public proof', proof, 4],
] as const;

const codeOf = async (text: string) => exitCode((await verifyFile(text, trust)).verdict);

describe.each(files)('%s', (_what, file, good) => {
  let text: string;
  beforeAll(() => {
    text = JSON.stringify(file);
  });

  it('holds as it was handed out, and names nothing', async () => {
    const { verdict, report } = await verifyFile(text, trust);
    expect(verdict).toMatchObject({ unsigned: [], faults: [] });
    expect(exitCode(verdict)).toBe(good);
    expect(report).not.toContain('not signed');
  });

  it('is tampered with when any signed member of its certificate was taken away', async () => {
    for (const name of Object.keys(file.certificate).filter((each) => each !== 'related')) {
      const { [name]: _taken, ...certificate } = copyOf<Record<string, unknown>>(file.certificate);
      const { verdict, faults } = await verifyFile(JSON.stringify({ ...file, certificate }), trust);
      expect(exitCode(verdict), name).toBe(1);
      expect(faults.join()).toContain(`certificate's ${name} is not as it was signed`);
    }
  });

  it('is refused when any member is there twice, whichever of the two is genuine', async () => {
    const members = [...text.matchAll(/([{,])("[^"\\]+"):/g)];
    expect(members.length).toBeGreaterThan(50);
    for (const { index, 1: before = '', 2: name = '' } of members) {
      const [head, rest] = [text.slice(0, index), text.slice(index + 1)];
      const { verdict, checks } = await verifyFile(`${head}${before}${name}:null,${rest}`, trust);
      expect(exitCode(verdict), name).toBe(1);
      expect(verdict.faults[0]).toContain('twice');
      expect(checks.length).toBeGreaterThan(0);
    }
    expect(await codeOf(text.replace('"format"', '"\\u0066ormat":"x","format"'))).toBe(1);
    expect(await codeOf(text.replace('"format"', '"__proto__":{},"format"'))).toBe(1);
  });

  it('is refused, or names it, when an unknown member is put in anywhere', async () => {
    for (const { index } of text.matchAll(/\{(?="[a-z])/g)) {
      const changed = `${text.slice(0, index + 1)}"recipient":"Mallory",${text.slice(index + 1)}`;
      const { verdict, report, checks } = await verifyFile(changed, trust);
      // A key may have any members (RFC 7517); the verdict does not depend on them.
      if (isInKeys(changed)) continue;
      if (exitCode(verdict) === 1) continue;
      expect(verdict.unsigned.join()).toMatch(/(^|\.)recipient$/);
      expect(report).toMatch(/not signed {3}.*recipient/);
      expect(checks.at(-1)).toMatchObject({ name: 'members', result: 'open' });
    }
  });
});

const isInKeys = (text: string): boolean =>
  JSON.stringify(JSON.parse(text).jwks).includes('Mallory');

it('names each unsigned member by its path, and writes no line of its own', async () => {
  const changed = copyOf<Record<string, unknown>>(bundle);
  Object.assign(changed, { 'x\u001b[2J\nVERIFIED': 1, job: { ...bundle.job, sku: 'X' } });
  const { report } = await verifyFile(JSON.stringify(changed), trust);
  expect(report).toContain('job.sku');
  expect(report.split('\n').filter((line) => line.startsWith('VERIFIED'))).toHaveLength(1);
});

it('names a member that was put beside the certificate of the cold chain', async () => {
  const { certificate, certificate_jws } = bundle;
  const cold_chain = { certificate, certificate_jws, recipient: 'Mallory' };
  const { report } = await verifyFile(JSON.stringify({ ...bundle, cold_chain }), trust);
  expect(report).toMatch(/not signed {3}.*cold_chain\.recipient/);
});

it('a signed member that is there twice is no certificate', async () => {
  const payload = Buffer.from(bundle.certificate_jws.split('.')[1] ?? '', 'base64url').toString();
  const jws = await new CompactSign(Buffer.from(payload.replace('{', '{"id":"POC-OTHER",')))
    .setProtectedHeader({ alg: 'ES256', typ: certificateJwsType, kid: key.kid })
    .sign(key.privateKey);
  expect(await codeOf(JSON.stringify({ ...signed, certificate_jws: jws }))).toBe(1);
});

it('keys that name a member twice are no keys, and what is no bundle stays that', async () => {
  expect(await codeOf('{"keys":[],"keys":[]}')).toBe(5);
});
