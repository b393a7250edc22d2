/** Holds a checkpoint against a policy: which log signed it, which witnesses cosigned it and when. */
import { parseCheckpoint } from './checkpoint.ts';
import { type CosignatureCheck, checkCosignature } from './cosignature.ts';
import { checkSignatureOf, type Note } from './note.ts';
import { isQuorum, type Policy } from './policy.ts';

export interface WitnessVerdict {
  /** Name in the policy. */
  name: string;
  status: CosignatureCheck['status'];
  /** Seconds since 1970; null unless `ok`. */
  time: number | null;
}

export interface PolicyVerdict {
  /** `unknown`: no listed log has this origin. `bad`: it has a signature that does not verify. */
  log: 'ok' | 'bad' | 'absent' | 'unknown';
  witnesses: readonly WitnessVerdict[];
  quorum: boolean;
  /** Signed by a listed log, quorum reached, and no known key's signature is bad. */
  accepted: boolean;
}

export async function judgeCheckpoint(note: Note, policy: Policy): Promise<PolicyVerdict> {
  const log = await logOf(note, policy);
  const witnesses: WitnessVerdict[] = [];
  for (const { name, key } of policy.witnesses) {
    const check = await checkCosignature(key, note);
    const time = check.status === 'ok' ? check.time : null;
    witnesses.push({ name, status: check.status, time });
  }
  const cosigned = witnesses.filter(({ status }) => status === 'ok').map(({ name }) => name);
  const quorum = isQuorum(policy, new Set(cosigned));
  const hasBad = witnesses.some(({ status }) => status === 'bad');
  return { log, witnesses, quorum, accepted: log === 'ok' && quorum && !hasBad };
}

/**
 * The earliest time, in seconds since 1970, at which witnesses that satisfy the quorum had cosigned;
 * null without a quorum of witnesses.
 */
export function quorumTime(policy: Policy, witnesses: readonly WitnessVerdict[]): number | null {
  const cosigned = new Set<string>();
  const inOrder = witnesses
    .flatMap(({ name, time }) => (time === null ? [] : [{ name, time }]))
    .toSorted((a, b) => a.time - b.time);
  for (const { name, time } of inOrder) {
    cosigned.add(name);
    if (isQuorum(policy, cosigned)) return time;
  }
  return null;
}

async function logOf(note: Note, { logs }: Policy): Promise<PolicyVerdict['log']> {
  const { origin } = parseCheckpoint(note.text);
  const own = logs.filter(({ key }) => key.name === origin);
  if (own.length === 0) return 'unknown';
  const checks = await Promise.all(own.map(({ key }) => checkSignatureOf(key, note)));
  if (checks.includes('bad')) return 'bad';
  return checks.includes('ok') ? 'ok' : 'absent';
}
