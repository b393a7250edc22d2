/** Verdict of a proof page: broken, out of range, range not proved, cold chain not shown, or valid. */
import type { ColdChain, PublicProof } from '@svc/contracts';
import type { VerificationOutcome } from '@svc/proof/verify/outcome';
import type { PublicVerdict } from '@svc/proof/verify/public-proof';
import { timeText } from '@svc/web/times';

export interface ProofVerdict {
  /** In the tab, before the name of the proof. */
  tab: string;
  headline: string;
  tone: 'yes' | 'no' | 'open' | 'calm';
  /** Supplements the headline. */
  more: string;
}

/** `untimed`: earlier certificates say `in_range` with a value out of range, without its duration. */
type ShownResult = ColdChain['result'] | 'untimed';

const results: Record<ShownResult, string> = {
  in_range: 'In range from collection to hand-over.',
  brief_exposure: 'Out of range, for less than the time that makes an excursion.',
  untimed: 'A value out of range was measured; for how long is not certified.',
  excursion: 'Out of range for five minutes or more, or as its profile counts: an excursion.',
  insufficient_data:
    'Not watched for enough of the way, or by a probe that sent suspect values: nobody can say that the range was kept.',
  uncalibrated: 'Watched by a probe that nobody has shown to be in calibration.',
};

type Extremes = Pick<ColdChain, 'range_c' | 'min_c' | 'max_c'>;

export const shownResult = (cold: Extremes & Pick<ColdChain, 'result'>): ShownResult =>
  cold.result === 'in_range' && isOutside(cold) ? 'untimed' : cold.result;

const isOutside = ({ range_c: [min, max], min_c, max_c }: Extremes): boolean =>
  (min_c ?? min) < min || (max_c ?? max) > max;

/** "In range" extends as far as readings do. */
export function resultText(cold: ColdChain): string {
  const result = shownResult(cold);
  return result === 'in_range' && cold.coverage < 1
    ? `In range wherever it was watched: ${watchedPercent(cold)} % of the time.`
    : results[result];
}

export const watchedPercent = ({ coverage }: Pick<ColdChain, 'coverage'>): number =>
  Math.floor(coverage * 10_000) / 100;

const broken: ProofVerdict = {
  tab: 'Does not hold',
  headline: 'This proof does not hold.',
  tone: 'no',
  more: 'Do not rely on it: below is what does not fit.',
};
const unverified: ProofVerdict = {
  tab: 'Not verified',
  headline: 'This proof is not verified.',
  tone: 'open',
  more: 'Do not rely on it: no published key vouches for its signature.',
};

/** What became of the parcels, by the last event that says so. */
const ends: Readonly<Record<string, string>> = {
  delivered: 'Delivered',
  returned: 'Returned to the sender',
};

/** A certificate of the cold chain has signed the time of the hand-over itself. */
function endOf({ events, certificate: { cold_chain } }: PublicProof, now: Date): string {
  const end = events.findLast(({ type }) => Object.hasOwn(ends, type));
  if (!end) return 'Not delivered';
  const at = end.type === 'delivered' && cold_chain ? cold_chain.to : end.at;
  const time = timeText(new Date(at), now);
  return `${ends[end.type]} ${time.includes(',') ? 'on' : 'at'} ${time}`;
}

export const isGenuine = ({ outcome }: Pick<PublicVerdict, 'outcome'>): boolean =>
  outcome === 'contents_withheld' || outcome === 'not_logged';

/** A broken proof proves nothing; an excursion outweighs that its proof is genuine. */
export function verdictOf(
  proof: PublicProof,
  { outcome }: Pick<PublicVerdict, 'outcome'>,
  now: Date,
): ProofVerdict {
  if (outcome === 'unverified') return unverified;
  if (!isGenuine({ outcome })) return broken;
  const { tab, result, tone, more } = findingOf(proof, outcome);
  const end = endOf(proof, now);
  const headline =
    result === '' ? `${end}.` : `${end}, ${result.charAt(0).toLowerCase()}${result.slice(1)}`;
  return { tab, headline, tone, more: `This proof holds. ${more}`.trim() };
}

interface Finding extends Omit<ProofVerdict, 'headline'> {
  /** Follows the end of the job; empty for none. */
  result: string;
}

function findingOf(
  { certificate, cold_chain_certificate, events }: PublicProof,
  outcome: VerificationOutcome,
): Finding {
  const { cold_chain: cold } = certificate;
  const result = cold ? shownResult(cold) : cold_chain_certificate?.result;
  const hasExcursion = events.some(({ type }) => type === 'temperature_excursion');
  if (result === 'excursion' || hasExcursion) {
    return outOfRange(hasExcursion || cold !== undefined);
  }
  if (result === 'insufficient_data' || result === 'uncalibrated') {
    const more = 'It does not show that the range was kept.';
    return { tab: 'Range not proved', result: results[result], tone: 'no', more };
  }
  if (result === 'brief_exposure' || result === 'untimed') {
    const more = 'The proof of cold chain shows how cold or warm it was.';
    return { tab: 'Out of range for a time', result: results[result], tone: 'open', more };
  }
  const kept = cold ? resultText(cold) : '';
  if (certificate.cold_chain_expected && !result) {
    const more =
      'Its cold chain is not shown. A range was to be kept: that is certified some minutes after the hand-over. Look again then.';
    return { tab: 'Holds, cold chain not shown', result: kept, tone: 'open', more };
  }
  if (outcome === 'not_logged') {
    const more =
      'It is not shown to be in the public log. That takes some seconds after a hand-over. Below is what is not shown.';
    return { tab: 'Holds, not shown in the log', result: kept, tone: 'open', more };
  }
  if (cold) return holds('yes', kept);
  if (result) return holds('yes', '', 'The cold chain has a proof of its own.');
  return certificate.cold_chain_expected === false
    ? holds('calm', 'No cold chain was to be kept.')
    : holds('calm', '', 'It says nothing of a cold chain.');
}

const holds = (tone: ProofVerdict['tone'], result: string, more = ''): Finding => ({
  ...{ tab: 'Holds', tone, result, more },
});

const outOfRange = (isShownHere: boolean): Finding => ({
  tab: 'Out of range',
  result: results.excursion,
  tone: 'no',
  more: isShownHere
    ? 'It shows that the range was not kept.'
    : 'The proof of cold chain shows that the range was not kept.',
});
