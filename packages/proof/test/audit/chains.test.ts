/** Findings of an auditor in the entries of a log, and in exports of chains next to it. */

import { describe, expect, it } from 'vitest';
import { chainFindings, historyFindings } from '../../src/audit/chains.ts';
import { LogIndex } from '../../src/audit/log-index.ts';
import { type LogEntryFields, logEntryText } from '../../src/verify/log-entry.ts';
import {
  bundleOf,
  chainOf,
  delivery,
  chain as events,
  job,
  key,
  good as own,
} from '../verify/bundles.ts';
import { entriesOf } from '../verify/test-log.ts';

const zeros = '0'.repeat(64);
const salt = '5a'.repeat(32);

const indexOf = (fields: readonly LogEntryFields[]) => {
  const log = new LogIndex();
  const faults = fields.flatMap((each, n) => log.add(n, logEntryText(each)) ?? []);
  return { log, faults };
};
const exported = (name: string, made: object, given = salt) => ({
  name,
  bundle: { ...made, log: { origin: 'log.example', salt: given, entries: [] } },
});

describe('an entry of long ago', () => {
  const erasure = (at: string): LogEntryFields => ({
    v: 1,
    type: 'erasure',
    chain: `hmac-sha256:${zeros}`,
    at,
  });

  it('is backdated, from a day before an entry in front of it', () => {
    const times = ['2026-11-02T08:00:00.000Z', '2026-11-01T08:00:00.000Z'];
    expect(indexOf(times.map(erasure)).faults).toEqual([]);
    const older = [...times, '2026-11-01T07:59:59.999Z'];
    expect(indexOf(older.map(erasure)).faults.join(' ')).toMatch(
      /^Entry 2 states .*: backdated\.$/,
    );
  });

  it('is none where it is a key: one may be older than the log', () => {
    const made: LogEntryFields = {
      v: 1,
      type: 'key',
      thumbprint: 'A'.repeat(43),
      at: '2026-01-01T00:00:00.000Z',
    };
    expect(indexOf([erasure('2026-11-02T08:00:00.000Z'), made]).faults).toEqual([]);
  });
});

describe('a chain', () => {
  it('is clean next to its entries', async () => {
    const { log } = indexOf(await entriesOf(own, key));
    expect(await chainFindings(exported('a', own), log)).toEqual([]);
  });

  it('has a key that was logged before its first use', async () => {
    const [first, ...others] = await entriesOf(own, key);
    const { log } = indexOf(first ? [...others, first] : []);
    expect((await chainFindings(exported('a', own), log)).join(' ')).toContain(
      'is logged after a certificate that it signed',
    );
  });

  it('has a certificate that was logged with the time that it states', async () => {
    const entries = (await entriesOf(own, key)).map((entry) =>
      entry.type === 'certificate' ? { ...entry, at: '2026-11-01T00:00:00.000Z' } : entry,
    );
    const { log } = indexOf(entries);
    expect((await chainFindings(exported('a', own), log)).join(' ')).toMatch(
      /a certificate of 2026-11-02T\S+ is in the log as one of 2026-11-01T00:00:00\.000Z/,
    );
  });

  it('holds the key that signed it', async () => {
    const { log } = indexOf(await entriesOf(own, key));
    const made = { ...own, jwks: { keys: [] } };
    expect(await chainFindings(exported('a', made), log)).toEqual([
      'a: the key key-1 of a certificate is not in it.',
    ]);
  });
});

describe('exports of one job', () => {
  it('are one chain that grew', async () => {
    const early = await bundleOf(events.slice(0, 3), key);
    expect(historyFindings([exported('late', own), exported('early', early)])).toEqual([]);
  });

  it('with two salts are a finding', () => {
    const findings = historyFindings([exported('a', own), exported('b', own, zeros)]);
    expect(findings).toEqual([
      'b, a: one job under two salts, so that the log cannot show a second history.',
    ]);
  });

  it('of which neither is the beginning of the other are a finding', async () => {
    const edited = delivery.map((each) => ({ ...each, seal: each.seal && 'SL-00666' }));
    const forged = await bundleOf(chainOf(job.id, edited), key);
    const findings = historyFindings([exported('a', own), exported('b', forged, zeros)]);
    expect(findings.join(' ')).toContain('two histories of one job');
  });

  it('are compared with those of the same job alone', async () => {
    const subject = { id: 'job_2', ref: 'SVC-2' };
    const other = await bundleOf(chainOf(subject.id, delivery), key, { subject });
    expect(historyFindings([exported('a', own), exported('b', other, zeros)])).toEqual([]);
  });
});
