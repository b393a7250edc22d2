/** A log with two witnesses, in memory, and bundles with its proofs. */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { utf8 } from '../../src/log/bytes.ts';
import { parseSignedCheckpoint, signCheckpoint } from '../../src/log/checkpoint.ts';
import { compactCheckpoint } from '../../src/log/compact-checkpoint.ts';
import { cosign } from '../../src/log/cosignature.ts';
import { formatLogProof } from '../../src/log/log-proof.ts';
import { hashLeaf } from '../../src/log/merkle.ts';
import { formatNote, parseNote } from '../../src/log/note.ts';
import { cosignatureType, formatVkey, type NoteSigner } from '../../src/log/note-key.ts';
import { parsePolicy } from '../../src/log/policy.ts';
import { inclusionProof } from '../../src/log/tree.ts';
import { type LogEntryFields, logEntryText } from '../../src/verify/log-entry.ts';
import { commitment } from '../../src/verify/texts.ts';
import { signerOf, Tiles } from '../log/trees.ts';
import type { Key, TestBundle } from './bundles.ts';

export async function createTestLog(origin = 'log.example') {
  return {
    signer: await signerOf(origin),
    witnesses: [
      await signerOf('a.example', cosignatureType),
      await signerOf('b.example', cosignatureType),
    ],
    /** Whether earlier checkpoints are signed notes, as in older proofs. */
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
  const tiles = new Tiles();
  const append = (entries: readonly string[]) =>
    tiles.append(entries.map((text) => hashLeaf(utf8(text))));
  await append(Array.from({ length: 5 }, (_, n) => `other ${n}`));
  const { size: before, root } = tiles;
  const earlier = await cosigned({ size: before, root }, log, log.time - 1);
  await append(texts);
  const checkpoint = await cosigned(tiles, log, log.time + 1);
  const extra = log.hasTexts ? utf8(earlier) : compactCheckpoint(parseSignedCheckpoint(earlier));
  return Promise.all(
    texts.map(async (_, n) => {
      const index = before + n;
      const hashes = await inclusionProof(tiles.read, index, tiles.size);
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

/**
 * The part of a log for a public proof: entries of the chain would identify it to those who know
 * its salt.
 */
export function publicLogOf(
  { salt: _, entries, ...part }: Awaited<ReturnType<typeof loggedBundle>>['log'],
  types = ['key', 'certificate'],
) {
  const own = entries.filter(({ entry }) => types.includes(JSON.parse(entry).type));
  return { ...part, entries: own };
}
