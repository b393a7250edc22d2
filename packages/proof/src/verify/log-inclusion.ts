/** One entry of the log: whether it is in the tree of its checkpoint, and who vouches for that tree. */
import { FormatError, utf8 } from '../log/bytes.ts';
import { parseSignedCheckpoint, type SignedCheckpoint } from '../log/checkpoint.ts';
import { expandCheckpoint, isCompact } from '../log/compact-checkpoint.ts';
import { type LogProof, parseLogProof, provesLeaf } from '../log/log-proof.ts';
import { hashLeaf } from '../log/merkle.ts';
import type { Policy } from '../log/policy.ts';
import { judgeCheckpoint, type PolicyVerdict, quorumTime } from '../log/policy-verdict.ts';

export interface Inclusion {
  index: number;
  size: number;
  origin: string;
  /** Null without a policy. */
  policy: PolicyVerdict | null;
  /** Witnesses that cosigned, by their names in the policy. */
  witnesses: readonly string[];
  /**
   * Upper bound of the entry's time by the clocks of a quorum of witnesses, ISO 8601; null without
   * one.
   */
  logged_before: string | null;
  /** A tree of the log that a quorum saw at this time did not have the entry yet. */
  logged_after: string | null;
}

/** Throws FormatError, which says what does not fit. */
export async function checkInclusion(
  { text, proof }: { text: string; proof: string },
  policy: Policy | undefined,
): Promise<Inclusion> {
  const read = parseLogProof(proof);
  if (!provesLeaf(read, hashLeaf(utf8(text)))) {
    throw new FormatError('the proof does not lead from the entry to the checkpoint');
  }
  const { index, signed } = read;
  const { origin, size } = signed.checkpoint;
  const verdict = policy ? await judgeCheckpoint(signed.note, policy) : null;
  refuseForged(verdict);
  const cosigned = verdict?.witnesses.filter(({ status }) => status === 'ok') ?? [];
  return {
    index,
    size,
    origin,
    policy: verdict,
    witnesses: cosigned.map(({ name }) => name),
    logged_before: verdict && policy && verdict.accepted ? timeOf(policy, verdict) : null,
    logged_after: policy ? await earlierTime({ ...read, origin }, policy) : null,
  };
}

/** A known key whose signature does not verify: signed-note demands to reject the whole. */
function refuseForged(verdict: PolicyVerdict | null): void {
  if (verdict?.log === 'bad') throw new FormatError("the log's signature does not fit");
  const bad = verdict?.witnesses.find(({ status }) => status === 'bad');
  if (bad) throw new FormatError(`the cosignature of ${bad.name} does not fit`);
}

/**
 * The extra data of a proof may hold an earlier checkpoint. A quorum cosigned it as the largest tree that
 * it had seen, so an entry beyond its size was appended after that time.
 */
async function earlierTime(
  { extra, index, origin }: LogProof & { origin: string },
  policy: Policy,
): Promise<string | null> {
  if (!extra) return null;
  try {
    const { checkpoint, note } = readEarlier(extra, origin, policy);
    const verdict = await judgeCheckpoint(note, policy);
    return checkpoint.size <= index && verdict.accepted ? timeOf(policy, verdict, true) : null;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** The compact form, or the signed note that older proofs have. */
function readEarlier(
  extra: Uint8Array<ArrayBuffer>,
  origin: string,
  { logs, witnesses }: Policy,
): SignedCheckpoint {
  if (!isCompact(extra)) return parseSignedCheckpoint(new TextDecoder().decode(extra));
  const keys = [...logs, ...witnesses].map(({ key }) => key);
  return expandCheckpoint(extra, { origin, keys });
}

/** When the quorum was reached; `isFirst`: when its first witness cosigned, which is the safe bound. */
function timeOf(policy: Policy, { witnesses }: PolicyVerdict, isFirst = false): string | null {
  const times = witnesses.flatMap(({ time }) => (time === null ? [] : [time]));
  const seconds = isFirst && times.length > 0 ? Math.min(...times) : quorumTime(policy, witnesses);
  const at = new Date((seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
