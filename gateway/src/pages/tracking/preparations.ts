/** What the recipient gets ready: all of it follows from what the job asks for and carries. */
import { temperatureRanges } from '@svc/contracts';
import { isOver, type TrackingSnapshot } from './snapshot.ts';

export function preparationsOf(tracked: TrackingSnapshot): string[] {
  if (isOver(tracked) || tracked.status === 'exception') return [];
  const { requirements, range_c, events } = tracked;
  const seal = events.findLast((event) => event.seal !== null)?.seal;
  return [
    requirements?.otp && 'The 6-digit handover code, for the courier.',
    requirements?.signature && 'Someone to sign for the parcels.',
    requirements?.id_check && 'Proof of age or identity: the courier checks it.',
    requirements?.photo && 'The courier photographs the hand-over.',
    seal && `The box comes closed, with seal ${seal}.`,
    range_c && `${storageOf(range_c)}: keep between ${range_c[0]} and ${range_c[1]} °C.`,
  ].filter((each) => typeof each === 'string');
}

function storageOf([min, max]: readonly [number, number]): string {
  if (max < 0) return 'Into the freezer immediately';
  if (max <= 10) return 'Into the fridge immediately';
  return min >= temperatureRanges.ambient.min ? 'Store at room temperature' : 'Store immediately';
}
