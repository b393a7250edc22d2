/** The parts of a running service that an operator inspects. */
import type { Consumer } from '../events/consumer-transaction.ts';
import type { Sample } from '../observability/metric.ts';
import type { Runtime } from '../service/runtime.ts';

export interface OperatedService {
  runtime: Runtime;
  consumers: readonly Consumer[];
  ready(): Promise<boolean>;
  /** Gauges of its queues, read now. */
  figures(): Promise<readonly Sample[]>;
}
