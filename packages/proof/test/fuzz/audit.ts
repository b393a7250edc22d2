/** Bundles that a carrier hands to an auditor, with their log part, and entries of a log. */
import { equal } from 'node:assert/strict';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { chainFindings } from '../../src/audit/chains.ts';
import { LogIndex } from '../../src/audit/log-index.ts';
import { parsed } from '../../src/verify/file.ts';
import { logEntryText } from '../../src/verify/log-entry.ts';

const zeros = '0'.repeat(64);
const at = '2026-11-02T08:00:00.000Z';
const chain = `hmac-sha256:${zeros}`;
const entries = [
  logEntryText({ v: 1, type: 'chain', chain, events: 1, head: `sha256:${zeros}`, at }),
  logEntryText({ v: 1, type: 'certificate', certificate: `sha256:${zeros}`, at }),
  logEntryText({ v: 1, type: 'erasure', chain, at }),
  logEntryText({ v: 1, type: 'key', thumbprint: 'A'.repeat(43), at }),
];
const tokens = ['null', '{}', '[]', '"', '-1', '1e309', 'hmac-sha256:', ',"v":1', '\\ud800', 'Z'];

const proof = `c2sp.org/tlog-proof@v1\nindex 0\n\nlog.example\n1\n${'A'.repeat(43)}=\n\n\u2014 log.example AAAA\n`;
const bundle = (log: object) =>
  JSON.stringify({
    format: 'svc.custody.bundle.v1',
    job: { id: 'job_1', ref: 'SVC-1' },
    custody: { job_id: 'job_1', chain_hash: `sha256:${zeros}`, events: [] },
    certificate: null,
    certificate_jws: null,
    jwks: { keys: [] },
    cold_chain: null,
    log,
  });
const log = (parts: readonly string[]) => ({
  origin: 'log.example',
  checkpoint_url: 'https://log.example/checkpoint',
  salt: zeros,
  entries: parts.map((entry) => ({ entry, proof })),
});

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'audit/bundle-log',
    inputs: edited([bundle(log(entries))], tokens),
    read: (text) => chainFindings({ name: 'a', bundle: parsed(text) }, new LogIndex()),
    sizeMax: 1024 * 1024,
    large: {
      entries: (size) => bundle(log(Array.from({ length: size / 300 }, () => entries[0] ?? ''))),
      entry: (size) => bundle(log([filled('[')(size)])),
      depth: (size) => filled('[', '{"format":"svc.custody.bundle.v1","log":')(size),
    },
  }),
  defineTarget({
    name: 'audit/entry',
    inputs: edited(entries, tokens),
    read: (text) => {
      const index = new LogIndex();
      return { faults: [index.add(0, text), index.add(1, text)], text };
    },
    // An entry has one spelling only, and its repetition is found.
    holds: ({ faults: [first, second], text }) => {
      if (first !== undefined) return;
      equal(logEntryText(JSON.parse(text)), text);
      equal(second, 'Entry 1 repeats entry 0.');
    },
    sizeMax: 65_536,
    large: { depth: filled('['), text: filled('a', '{"v":1,"type":"') },
  }),
];
