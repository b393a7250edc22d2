import type { Stage } from '../journeys/environment.ts';
import type { ReceivedSpan, Receiver } from './receivers.ts';

/** Fixtures that the tests of one environment share. */
export interface Sight {
  stage: Stage;
  traces: Receiver & { spans: ReceivedSpan[] };
}
export type Given = () => Sight;
