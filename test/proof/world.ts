/**
 * A carrier with its log and one witness of somebody else. `files` is all that the carrier has: who attacks
 * may change any of it, and sign with the carrier's key and with the log's.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLog } from '@svc/proof/audit/audit';
import type { ChainExport } from '@svc/proof/audit/chains';
import { utf8 } from '@svc/proof/log/bytes';
import { parseSignedCheckpoint, signCheckpoint } from '@svc/proof/log/checkpoint';
import { formatEntryBundle } from '@svc/proof/log/entry-bundle';
import { formatLogProof } from '@svc/proof/log/log-proof';
import { emptyRoot, hashLeaf } from '@svc/proof/log/merkle';
import { formatVkey, generateSecret, parseSecret } from '@svc/proof/log/note-key';
import { parsePolicy } from '@svc/proof/log/policy';
import { formatSubmission } from '@svc/proof/log/submission';
import { tilePath, tileWidth } from '@svc/proof/log/tile';
import {
  appendLeaves,
  consistencyProof,
  inclusionProof,
  rootHash,
  type TileReader,
} from '@svc/proof/log/tree';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { type LogEntryFields, logEntryText } from '@svc/proof/verify/log-entry';
import { commitment } from '@svc/proof/verify/texts';
import { openState } from '@svc/proof/witness/state';
import { createWitness } from '@svc/proof/witness/witness';
import { calculateJwkThumbprint } from 'jose';
import {
  bundleOf,
  chainOf,
  type Draft,
  delivery,
  job,
  newKey,
} from '../../packages/proof/test/verify/bundles.ts';

const salt = '5a'.repeat(32);
/** When the witness cosigns. */
const now = new Date('2026-11-02T10:00:00.000Z');

export async function createWorld() {
  const signer = await parseSecret(await generateSecret('log.example', 1));
  const witnessKey = await parseSecret(await generateSecret('auditor.example/w', 4));
  const folder = await mkdtemp(join(tmpdir(), 'attack-'));
  const alarms: string[] = [];
  const witness = createWitness({
    log: signer.key,
    signer: witnessKey,
    state: await openState(folder),
    now: () => now,
    alarm: ({ fault }) => alarms.push(String(fault)),
  });
  const key = await newKey('key-1');
  const files = {
    entries: [] as string[],
    tiles: new Map<string, Uint8Array>(),
    checkpoint: '',
    key,
  };
  const read: TileReader = async (tile) => files.tiles.get(tilePath(tile)) ?? new Uint8Array(0);
  const policy = parsePolicy(
    `log ${formatVkey(signer.key)}\nwitness w ${formatVkey(witnessKey.key)}\nquorum w\n`,
  );
  const headOf = async (size: number) => ({
    size,
    root: size === 0 ? emptyRoot : await rootHash(read, size),
  });

  return {
    files,
    alarms,
    lonePolicy: `log ${formatVkey(signer.key)}\nquorum none\n`,
    carrier: { jwks: { keys: [key.jwk] } },
    /** Writes all tiles of the entries as they are, and signs their root without asking anybody. */
    integrate: async () => {
      files.tiles.clear();
      const leaves = files.entries.map((entry) => hashLeaf(utf8(entry)));
      for (const [n, leaf] of leaves.entries()) {
        for (const { tile, bytes } of (await appendLeaves(read, n, [leaf])).writes) {
          files.tiles.set(tilePath(tile), bytes);
        }
      }
      files.checkpoint = await signCheckpoint(await headOf(leaves.length), signer);
    },
    /** Asks the witness; returns its status, and publishes what it cosigned. */
    askWitness: async (): Promise<number> => {
      const { size } = parseSignedCheckpoint(files.checkpoint).checkpoint;
      const seen = await witness.latest();
      const oldSize = seen ? parseSignedCheckpoint(seen).checkpoint.size : 0;
      const isWithin = oldSize > 0 && oldSize < size;
      const hashes = isWithin ? await consistencyProof(read, oldSize, size) : [];
      const body = formatSubmission({ oldSize, hashes, checkpoint: files.checkpoint });
      const answer = await witness.addCheckpoint(body);
      if (answer.status === 200) files.checkpoint += answer.body;
      return answer.status;
    },
    certify: (drafts: readonly Draft[] = delivery, fields: object = {}) =>
      bundleOf(chainOf(job.id, drafts), files.key, { fields }),
    /** The bundle with proofs of what the log has of it, or of these entries. */
    withProofs: async (made: Made, given?: readonly string[]) => {
      const { size } = parseSignedCheckpoint(files.checkpoint).checkpoint;
      const wanted: readonly string[] = given ?? (await entriesOf(made, files.key));
      const present = wanted.filter((text) => files.entries.indexOf(text) >= 0);
      const entries = await Promise.all(
        present.map(async (entry) => {
          const index = files.entries.indexOf(entry);
          const hashes = await inclusionProof(read, index, size);
          const proof = formatLogProof({
            extra: null,
            index,
            hashes,
            checkpoint: files.checkpoint,
          });
          return { entry, proof };
        }),
      );
      return { ...made, log: { origin: signer.key.name, checkpoint_url: '', salt, entries } };
    },
    verify: async (bundle: unknown, jwks = { keys: [key.jwk] }, trusted = policy) => {
      const read = JSON.parse(JSON.stringify(bundle));
      return (await verifyBundle(read, { jwks, policy: trusted })).outcome;
    },
    audit: async (kept: readonly string[], chains: readonly ChainExport[] = []) => {
      const tile = async (wanted: Parameters<TileReader>[0]) =>
        wanted.level === 'entries'
          ? formatEntryBundle(
              files.entries
                .slice(wanted.index * tileWidth, wanted.index * tileWidth + wanted.width)
                .map(utf8),
            )
          : read(wanted);
      const checkpoint = async () => files.checkpoint;
      const logFiles = { checkpoint, tile };
      return (await auditLog({ files: logFiles, key: signer.key, kept, chains })).findings;
    },
    close: () => rm(folder, { recursive: true }),
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

type Made = Awaited<ReturnType<typeof bundleOf>>;

/** Everything of a chain that an honest carrier has logged. */
export async function entriesOf(bundle: Made, { jwk }: World['files']['key']): Promise<string[]> {
  const at = bundle.certificate.issued_at;
  const chain = commitment(salt, bundle.job.id);
  const hash = createHash('sha256').update(bundle.certificate_jws).digest('hex');
  const heads = bundle.custody.events
    .filter(({ type }) => ['collected', 'scanned', 'delivered'].includes(type))
    .map(
      (event): LogEntryFields => ({
        v: 1,
        type: 'chain',
        chain,
        events: event.seq,
        head: event.hash,
        at: event.at,
      }),
    );
  const fields: LogEntryFields[] = [
    { v: 1, type: 'key', thumbprint: await calculateJwkThumbprint(jwk), at },
    ...heads,
    { v: 1, type: 'certificate', certificate: `sha256:${hash}`, at },
  ];
  return fields.map(logEntryText);
}
