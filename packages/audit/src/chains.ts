/** Compares chains of custody with a log, both ways. */
import { createHash } from 'node:crypto';
import { readBundle } from '@svc/verify/bundle-parser';
import { chainFault } from '@svc/verify/chain';
import { commitment } from '@svc/verify/commitment';
import { isEvent } from '@svc/verify/event-format';
import { calculateJwkThumbprint, decodeProtectedHeader, type JWK } from 'jose';
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
      .filter((each) => !log.has(`sha256:${createHash('sha256').update(each).digest('hex')}`))
      .map(() => `${name}: a certificate is not in the log.`),
    ...(await keyFindings({ name, jws, keys }, log)),
  ];
}

async function keyFindings(
  { name, jws, keys }: { name: string; jws: readonly string[]; keys: readonly JWK[] },
  log: LogIndex,
): Promise<string[]> {
  const kids = new Set(jws.map(kidOf));
  const used = keys.filter(({ kid }) => kids.has(kid));
  const prints = await Promise.all(used.map((key) => calculateJwkThumbprint(key).catch(() => '')));
  return prints
    .filter((print) => !log.has(print))
    .map((print) => `${name}: the signing key ${print} is not in the log.`);
}

function kidOf(jws: string): string | undefined {
  try {
    return decodeProtectedHeader(jws).kid;
  } catch {
    return undefined;
  }
}
