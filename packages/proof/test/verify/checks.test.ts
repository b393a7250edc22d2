import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Trust } from '../../src/verify/certificate.ts';
import { verifyFile } from '../../src/verify/file.ts';
import { copyOf, good, trust as jwksAlone, key } from './bundles.ts';
import { createTestLog, log, loggedBundle, policy, policyOf, withoutWitness } from './test-log.ts';

const bundle = await loggedBundle(good, key, log);
const trust = { ...jwksAlone, policy };
const lax = { ...trust, policy: { ...trust.policy, quorum: 'none' } };
const strange = { ...trust, policy: policyOf(await createTestLog('other.example')) };

/** `+` holds, `-` does not, `?` could not be decided. */
const signs = { holds: '+', fails: '-', open: '?' };
const checksOf = async (content: unknown, given: Trust = trust) =>
  (await verifyFile(JSON.stringify(content), given)).checks
    .map(({ name, result }) => signs[result] + name)
    .join(' ');

const edited = copyOf(bundle);
for (const event of edited.custody.events.slice(3, 4)) event.note = 'Left at the door';
const cosignedByOne = withoutWitness(copyOf(bundle));
const altered = copyOf(bundle);
for (const each of altered.log.entries)
  each.proof = each.proof?.replace('\nindex ', '\nindex 1') ?? '';
const witnessed = '+log +checkpoint +witnesses +time';

describe('the checks behind a verdict', () => {
  const held = '+chain +signature +extent ?cold_chain';
  it.each<[string, unknown, Trust, string]>([
    ['all hold', bundle, trust, `${held} ${witnessed}`],
    ['an edited event', edited, trust, `-chain +signature -extent ?cold_chain ${witnessed}`],
    ['no trust', bundle, {}, '+chain ?signature +extent ?cold_chain +log ?checkpoint ?witnesses'],
    ['other keys', bundle, { jwks: { keys: [] } }, '+chain -signature +extent ?cold_chain +log'],
    ['nothing of a log', good, trust, `${held} ?log`],
    ['too few witnesses', cosignedByOne, trust, `${held} +log +checkpoint -witnesses`],
    [
      'a policy that demands no witness, of which two cosigned',
      bundle,
      lax,
      `${held} ${witnessed}`,
    ],
    ['a policy of another log', bundle, strange, `${held} +log -checkpoint -witnesses`],
    ['an altered proof', altered, trust, `${held} -log`],
  ])('say what was checked: %s', async (_what, content, given, expected) => {
    expect(await checksOf(content, given)).toContain(expected);
  });

  it('are none of a file that is something else', async () => {
    expect(await checksOf({ keys: [] })).toBe('');
    expect((await verifyFile('{', trust)).headline).toMatch(/^NOT A BUNDLE/);
  });

  it('each prove something, in one sentence, and find something, in another', async () => {
    for (const content of [bundle, edited, cosignedByOne, altered, good]) {
      const { checks } = await verifyFile(JSON.stringify(content), trust);
      for (const { finding, proves } of checks) {
        expect(finding).toMatch(/^[A-Z].*[.:]$/);
        expect(proves).toMatch(/^[A-Z][^.]*\.$/);
      }
    }
  });

  it('say what the report says: what fails there fails here, in all vectors', async () => {
    const read = async (name: string) =>
      JSON.parse(await readFile(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));
    const jwks = await read('keys');
    for (const { name, bundle: vector, expected } of await read('bundles')) {
      const { checks } = await verifyFile(JSON.stringify(vector), { jwks });
      const hasFailed = checks.some(({ result }) => result === 'fails');
      expect(hasFailed, name).toBe(expected.exit_code === 1);
    }
  });
});
