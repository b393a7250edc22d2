/** Limits of the transparency log on 2 cores; the bench fails where one is missed. */
import { quantile } from '../print.ts';
import { sized } from '../size.ts';
import type { DeliveryCosts } from './delivery-cost.ts';

export const limits = {
  entriesPerSecondMin: 1_500,
  delayP99MsMax: 3_000,
  proofBytesMax: 2_048,
  costRatioMax: 1.1,
};

export interface LogFigures {
  /** From the commit of each entry to its covering checkpoint. */
  delaysMs: readonly number[];
  perSecond: number;
  /** Of the largest proof, and of its log. */
  size: { bytes: number; entries: number };
  costs: DeliveryCosts;
}

/** Whether the limit is kept, and the figure otherwise. */
type Judged = [isKept: boolean, figure: string];

/** A small run has too few turns to judge times by; sizes are exact in any. */
export function requireLimits({ delaysMs, perSecond, size, costs }: LogFigures): void {
  const p99 = quantile(delaysMs, 0.99);
  const exact: Judged[] = [
    [size.bytes <= limits.proofBytesMax, `a proof of ${size.bytes} bytes`],
    [Number.isFinite(p99), 'no delay measured'],
  ];
  const timed: Judged[] = [
    [perSecond >= limits.entriesPerSecondMin, `${perSecond.toFixed(0)} entries/s`],
    [p99 <= limits.delayP99MsMax, `p99 to the checkpoint ${p99.toFixed(0)} ms`],
    [
      costs.ratio <= limits.costRatioMax,
      `a delivery costs ${costs.ratio.toFixed(3)} times as much`,
    ],
  ];
  const judged = [...exact, ...sized({ small: [], usual: timed })];
  const missed = judged.flatMap(([isKept, what]) => (isKept ? [] : [what]));
  if (missed.length > 0) throw new Error(`the log misses its limits: ${missed.join('; ')}`);
}
