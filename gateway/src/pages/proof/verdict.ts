/** Verdict of a proof page: broken, out of range, range not proved, cold chain not shown, or valid. */
import type { ColdChain, PublicProof } from '@svc/contracts';
import type { PublicVerdict } from '@svc/proof/verify/public-proof';

export interface ProofVerdict {
  /** In the tab, before the name of the proof. */
  tab: string;
  headline: string;
  tone: 'yes' | 'no' | 'open';
  /** Supplements the headline. */
  more?: string;
}

/** `untimed`: earlier certificates say `in_range` with a value out of range, without its duration. */
type ShownResult = ColdChain['result'] | 'untimed';

export const results: Record<ShownResult, string> = {
  in_range: 'In range from collection to hand-over.',
  brief_exposure: 'Out of range, for less than the time that makes an excursion.',
  untimed: 'A value out of range was measured; for how long is not certified.',
  excursion: 'Out of range for five minutes or more: an excursion.',
  insufficient_data:
    'Not watched for enough of the way, or by a probe that sent suspect values: nobody can say that the range was kept.',
  uncalibrated: 'Watched by a probe that nobody has shown to be in calibration.',
};

type Extremes = Pick<ColdChain, 'range_c' | 'min_c' | 'max_c'>;

export const shownResult = (cold: Extremes & Pick<ColdChain, 'result'>): ShownResult =>
  cold.result === 'in_range' && isOutside(cold) ? 'untimed' : cold.result;

const isOutside = ({ range_c: [min, max], min_c, max_c }: Extremes): boolean =>
  (min_c ?? min) < min || (max_c ?? max) > max;

const holding: ProofVerdict = { tab: 'Holds', headline: 'This proof holds.', tone: 'yes' };
const broken: ProofVerdict = {
  tab: 'Does not hold',
  headline: 'This proof does not hold.',
  tone: 'no',
  more: 'Do not rely on it: below is what does not fit.',
};
const coldChainNotShown: ProofVerdict = {
  tab: 'Holds, cold chain not shown',
  headline: 'This proof holds. Its cold chain is not shown.',
  tone: 'open',
  more: 'A range was to be kept. That is certified some minutes after the hand-over: look again then.',
};

const exposed = (result: 'brief_exposure' | 'untimed'): ProofVerdict => ({
  tab: 'Out of range for a time',
  headline: results[result],
  tone: 'open',
  more: 'This proof holds. The proof of cold chain shows how cold or warm it was.',
});

const notLogged: ProofVerdict = {
  tab: 'Holds, not shown in the log',
  headline: 'This proof holds. It is not shown to be in the public log.',
  tone: 'open',
  more: 'That takes some seconds after a hand-over. Below is what is not shown.',
};

/** A broken proof proves nothing; an excursion outweighs that its proof is genuine. */
export function verdictOf(
  { certificate, cold_chain_certificate, events }: PublicProof,
  { outcome }: Pick<PublicVerdict, 'outcome'>,
): ProofVerdict {
  if (outcome !== 'contents_withheld' && outcome !== 'not_logged') return broken;
  const { cold_chain } = certificate;
  const result = cold_chain ? shownResult(cold_chain) : cold_chain_certificate?.result;
  const hasExcursion = events.some(({ type }) => type === 'temperature_excursion');
  if (result === 'excursion' || hasExcursion)
    return outOfRange(hasExcursion || cold_chain !== undefined);
  if (result === 'insufficient_data' || result === 'uncalibrated') return notProved(result);
  if (result === 'brief_exposure' || result === 'untimed') return exposed(result);
  if (certificate.cold_chain_expected && !result) return coldChainNotShown;
  return outcome === 'not_logged' ? notLogged : holding;
}

const outOfRange = (isShownHere: boolean): ProofVerdict => ({
  tab: 'Out of range',
  headline: results.excursion,
  tone: 'no',
  more: isShownHere
    ? 'This proof holds. It shows that the range was not kept.'
    : 'This proof holds. The proof of cold chain shows that the range was not kept.',
});

const notProved = (result: 'insufficient_data' | 'uncalibrated'): ProofVerdict => ({
  tab: 'Range not proved',
  headline: results[result],
  tone: 'no',
  more: 'This proof holds. It does not show that the range was kept.',
});
