/** Compares chains of custody with a log, both ways. */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, decodeProtectedHeader, type JWK } from 'jose';
import { readBundle } from '../verify/bundle-parser.ts';
import { issuedAt } from '../verify/certificate.ts';
import { chainFault } from '../verify/chain.ts';
import { isEvent } from '../verify/event-format.ts';
import { commitment } from '../verify/texts.ts';
import type { LogIndex } from './log-index.ts';

/** A custody bundle as the API hands it out. */
export interface ChainExport {
  /** For findings: name of the file. */
  name: string;
  bundle: unknown;
}

/** Hand-overs that the log must hold; a delivery is logged as it is certified. */
const handovers: ReadonlySet<string> = new Set([
  'collected',
  'scanned',
  'delivery_failed',
  'returned',
]);

/**
 * Exports of one job, fetched at different times, are one chain that grew. A second salt would let
 * a carrier log a second history of a chain, without a connection to the first in the log.
 */
export function historyFindings(chains: readonly ChainExport[]): string[] {
  const exports = chains.flatMap(({ name, bundle }) => {
    const read = readBundle(bundle);
    if (typeof read === 'string') return [];
    const hashes = read.custody.events.filter(isEvent).map(({ hash }) => hash);
    return [{ name, job: read.job.id, salt: read.log?.salt, hashes }];
  });
  const jobs = Map.groupBy(exports, ({ job }) => job);
  return [...jobs.values()].flatMap((all) => {
    const [longest, ...others] = all.toSorted((a, b) => b.hashes.length - a.hashes.length);
    return longest ? others.flatMap((other) => historyFault(longest, other) ?? []) : [];
  });
}

interface History {
  name: string;
  salt: string | undefined;
  hashes: readonly string[];
}

function historyFault(longer: History, shorter: History): string | undefined {
  const both = `${shorter.name}, ${longer.name}`;
  if (shorter.hashes.some((hash, n) => hash !== longer.hashes[n])) {
    return `${both}: two histories of one job, neither is the beginning of the other.`;
  }
  // An export without a log part is a finding of its own.
  const areBoth = shorter.salt !== undefined && longer.salt !== undefined;
  return areBoth && shorter.salt !== longer.salt
    ? `${both}: one job under two salts, so that the log cannot show a second history.`
    : undefined;
}

export async function chainFindings(
  { name, bundle }: ChainExport,
  log: LogIndex,
): Promise<string[]> {
  const read = readBundle(bundle);
  if (typeof read === 'string') return [`${name}: ${read}.`];
  const { custody, job, keys } = read;
  const fault = chainFault({ ...custody, job_id: job.id });
  if (fault)
    return [`${name}: the chain itself is broken at event ${fault.place}, ${fault.detail}.`];
  if (!read.log) return [`${name}: it is older than the log, or its log part was taken out.`];
  const events = custody.events.filter(isEvent);
  const heads = log.headsOf(commitment(read.log.salt, job.id));
  const logged = new Map(heads.map((head) => [head.events, head]));
  const jws = [read.certificate_jws, read.cold_chain?.certificate_jws].filter(
    (each) => typeof each === 'string',
  );
  return [
    ...heads.flatMap(({ index, events: count, head }) => {
      if (count > events.length)
        return [`${name}: entry ${index} holds event ${count}, the chain ends before.`];
      return events[count - 1]?.hash === head
        ? []
        : [`${name}: entry ${index} holds another event ${count} than the chain.`];
    }),
    ...events
      .filter(({ type, seq }) => handovers.has(type) && !logged.has(seq))
      .map(({ type, seq }) => `${name}: event ${seq} (${type}) is not in the log.`),
    ...jws
      .filter((each) => log.indexOf(hashOf(each)) === undefined)
      .map(() => `${name}: a certificate is not in the log.`),
    ...jws.flatMap((each) => timeFault({ name, jws: each }, log) ?? []),
    ...(await keyFindings({ name, jws, keys }, log)),
  ];
}

const hashOf = (jws: string): string => `sha256:${createHash('sha256').update(jws).digest('hex')}`;

function timeFault({ name, jws }: { name: string; jws: string }, log: LogIndex) {
  const [stated, logged] = [issuedAt(jws), log.timeOf(hashOf(jws))];
  return logged === undefined || logged === stated
    ? undefined
    : `${name}: a certificate of ${stated ?? 'no time'} is in the log as one of ${logged}.`;
}

async function keyFindings(
  { name, jws, keys }: { name: string; jws: readonly string[]; keys: readonly JWK[] },
  log: LogIndex,
): Promise<string[]> {
  const findings = await Promise.all(
    jws.map(async (each) => {
      const kid = kidOf(each);
      const key = keys.find((candidate) => candidate.kid === kid);
      if (!key) return `${name}: the key ${kid ?? 'without a name'} of a certificate is not in it.`;
      const print = await calculateJwkThumbprint(key).catch(() => '');
      const [logged, used] = [log.indexOf(print), log.indexOf(hashOf(each))];
      if (logged === undefined) return `${name}: the signing key ${print} is not in the log.`;
      return used !== undefined && logged > used
        ? `${name}: the signing key ${print} is logged after a certificate that it signed.`
        : [];
    }),
  );
  return [...new Set(findings.flat())];
}

function kidOf(jws: string): string | undefined {
  try {
    return decodeProtectedHeader(jws).kid;
  } catch {
    return undefined;
  }
}
