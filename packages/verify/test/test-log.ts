/** A log with two witnesses, in memory, and bundles with its proofs. */
import { createHash } from 'node:crypto';
import { utf8 } from '@svc/tlog/bytes';
import { parseSignedCheckpoint, signCheckpoint } from '@svc/tlog/checkpoint';
import { compactCheckpoint } from '@svc/tlog/compact-checkpoint';
import { cosign } from '@svc/tlog/cosignature';
import { formatLogProof } from '@svc/tlog/log-proof';
import { hashLeaf } from '@svc/tlog/merkle';
import { formatNote, parseNote } from '@svc/tlog/note';
import {
  cosignatureType,
  formatVkey,
  generateSecret,
  type NoteSigner,
  parseSecret,
  signatureType,
} from '@svc/tlog/note-key';
import { parsePolicy } from '@svc/tlog/policy';
import { tilePath } from '@svc/tlog/tile';
import { appendLeaves, inclusionProof, rootHash, type TileReader } from '@svc/tlog/tree';
import { calculateJwkThumbprint } from 'jose';
import { type LogEntryFields, logEntryText } from '../src/log-entry.ts';
import { commitment } from '../src/texts.ts';
import type { Key, TestBundle } from './bundles.ts';

const secretOf = async (name: string, type: 1 | 4) => parseSecret(await generateSecret(name, type));

export async function createTestLog(origin = 'log.example') {
  return {
    signer: await secretOf(origin, signatureType),
    witnesses: [
      await secretOf('a.example', cosignatureType),
      await secretOf('b.example', cosignatureType),
    ],
    /** Whether earlier checkpoints are signed notes, as they were in proofs of before. */
    hasTexts: false,
    /** When its witnesses cosign, in seconds since 1970. */
    time: Date.UTC(2026, 10, 2, 9, 5) / 1_000,
  };
}
export type TestLog = Awaited<ReturnType<typeof createTestLog>>;

export const policyText = ({ signer, witnesses }: TestLog): string =>
  [
    `log ${formatVkey(signer.key)}`,
    ...witnesses.map(({ key }) => `witness ${key.name[0]} ${formatVkey(key)}`),
    'group both all a b',
    'quorum both',
    '',
  ].join('\n');
export const policyOf = (log: TestLog) => parsePolicy(policyText(log));

export const log = await createTestLog();
export const policy = policyOf(log);

/** The bundle with its key, hand-overs and certificate in a log of some entries. */
export const loggedBundle = async (bundle: TestBundle, key: Key, log: TestLog) =>
  withLog(bundle, await entriesOf(bundle, key), log);

const salt = '5a'.repeat(32);

/** In the order in which custody logs them. */
export async function entriesOf(bundle: TestBundle, key: Key): Promise<LogEntryFields[]> {
  const chain = commitment(salt, bundle.job.id);
  const at = bundle.certificate.issued_at;
  const thumbprint = await calculateJwkThumbprint(key.jwk);
  const handovers = bundle.custody.events.filter(({ type }) =>
    ['collected', 'scanned', 'delivered'].includes(type),
  );
  return [
    { v: 1, type: 'key', thumbprint, at },
    ...handovers.map(({ seq: events, hash: head, at: time }): LogEntryFields => {
      return { v: 1, type: 'chain', chain, events, head, at: time };
    }),
    certificateEntry(bundle.certificate_jws, at),
  ];
}

export function certificateEntry(jws: string, at: string): LogEntryFields {
  const hash = createHash('sha256').update(jws).digest('hex');
  return { v: 1, type: 'certificate', certificate: `sha256:${hash}`, at };
}

/** The bundle with these entries in a log, and their proofs. */
export async function withLog<B extends object>(
  bundle: B,
  fields: readonly LogEntryFields[],
  log: TestLog,
) {
  const texts = fields.map(logEntryText);
  const proofs = await proofsOf(texts, log);
  const entries = texts.map((entry, n): { entry: string; proof: string | null } => ({
    entry,
    proof: proofs[n] ?? null,
  }));
  const origin = log.signer.key.name;
  return {
    ...bundle,
    log: { origin, checkpoint_url: 'https://log.example/checkpoint', salt, entries },
  };
}

/** Behind five other entries, which an earlier checkpoint covers, a second before. */
async function proofsOf(texts: readonly string[], log: TestLog): Promise<string[]> {
  const tiles = new Map<string, Uint8Array>();
  const read: TileReader = async (tile) => tiles.get(tilePath(tile)) ?? new Uint8Array(0);
  const before = 5;
  const others = Array.from({ length: before }, (_, n) => `other ${n}`);
  const leaves = [...others, ...texts].map((text) => hashLeaf(utf8(text)));
  for (const [n, leaf] of leaves.entries()) {
    for (const { tile, bytes } of (await appendLeaves(read, n, [leaf])).writes) {
      tiles.set(tilePath(tile), bytes);
    }
  }
  const size = leaves.length;
  const head = async (n: number) => ({ size: n, root: await rootHash(read, n) });
  const checkpoint = await cosigned(await head(size), log, log.time + 1);
  const earlier = await cosigned(await head(before), log, log.time - 1);
  const extra = log.hasTexts ? utf8(earlier) : compactCheckpoint(parseSignedCheckpoint(earlier));
  return Promise.all(
    texts.map(async (_, n) => {
      const index = before + n;
      const hashes = await inclusionProof(read, index, size);
      return formatLogProof({ extra, index, hashes, checkpoint });
    }),
  );
}

async function cosigned(
  head: { size: number; root: Uint8Array },
  { signer, witnesses }: { signer: NoteSigner; witnesses: readonly NoteSigner[] },
  time: number,
): Promise<string> {
  const note = parseNote(await signCheckpoint(head, signer));
  const lines = await Promise.all(witnesses.map((witness) => cosign(note.text, witness, time)));
  return formatNote({ ...note, signatures: [...note.signatures, ...lines] });
}

/** The same without the cosignature of the second witness. */
export function withoutWitness<B extends { log: { entries: { proof: string | null }[] } }>(
  bundle: B,
): B {
  for (const each of bundle.log.entries) {
    each.proof = each.proof?.replace(/\u2014 b\.example [^\n]+\n$/, '') ?? null;
  }
  return bundle;
}

/** What a public proof has of it: entries of the chain would name it to those who know its salt. */
export function publicLogOf(
  { salt: _, entries, ...part }: Awaited<ReturnType<typeof loggedBundle>>['log'],
  types = ['key', 'certificate'],
) {
  const own = entries.filter(({ entry }) => types.includes(JSON.parse(entry).type));
  return { ...part, entries: own };
}
